import { testKafka } from '#testing';
import { describeBusContract } from '../bus.contract';
import { makeKafkaWorld } from './kafka-world.contract';

describe('the bus over Kafka', () => {
  describeBusContract((limits) => makeKafkaWorld(testKafka().brokers, { resendAfterMs: 1_000, ...limits }));
});
