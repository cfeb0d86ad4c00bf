import { testKafka } from '#testing';
import { anyRandom, silentLogger, wallClock } from '../../contract/samples.contract';
import { createKafkaClient } from '../kafka-client';
import { makeKafkaWorld, type KafkaWorld } from '../kafka-world.contract';
import { KafkajsProduceClient } from './kafkajs-produce-client';
import { PlatformaticProduceClient } from './platformatic-produce-client';
import { describeProduceClient } from './produce-client.contract';

describe('the clients that send', () => {
  let world: KafkaWorld;
  beforeEach(async () => {
    world = await makeKafkaWorld(testKafka().brokers);
  });
  afterEach(() => world.end());
  const options = () => ({ brokers: [testKafka().brokers], clientId: 'suite', clock: wallClock, random: anyRandom, logger: silentLogger });

  describe('kafkajs', () =>
    describeProduceClient(
      () => new KafkajsProduceClient(createKafkaClient(options())),
      () => world,
    ));
  describe('platformatic', () =>
    describeProduceClient(
      () => new PlatformaticProduceClient(options()),
      () => world,
    ));
});
