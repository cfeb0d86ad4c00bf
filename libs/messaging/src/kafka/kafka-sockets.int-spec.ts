import { eventually, testKafka } from '#testing';
import { anyRandom, silentLogger, wallClock } from '../contract/samples.contract';
import { createKafkaClient } from './kafka-client';
import { KafkaSockets } from './kafka-sockets';

describe('a Kafka client that has stopped', () => {
  it('holds no connection that kafkajs forgot to close, and opens none', async () => {
    const sockets = new KafkaSockets();
    const options = { brokers: [testKafka().brokers], clientId: 'forgetful', clock: wallClock, random: anyRandom, logger: silentLogger };
    const kafka = createKafkaClient(options, sockets);
    await kafka.admin().connect();
    expect(sockets.count).toBeGreaterThan(0);

    sockets.endSoon();
    await eventually(() => expect(sockets.count).toBe(0));

    await expect(kafka.admin().connect()).rejects.toThrow('the client has stopped');
    expect(sockets.count).toBe(0);
  });
});
