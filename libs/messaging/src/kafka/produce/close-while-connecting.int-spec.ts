import { eventually, testKafka } from '#testing';
import { anyRandom, silentLogger, wallClock } from '../../contract/samples.contract';
import { createKafkaClient } from '../kafka-client';
import { KafkajsProduceClient } from './kafkajs-produce-client';
import { PlatformaticProduceClient } from './platformatic-produce-client';
import type { ProduceClient } from './produce-client';

/** Sockets that keep this process alive. */
const openSockets = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
const options = () => ({ brokers: [testKafka().brokers], clientId: 'suite', clock: wallClock, random: anyRandom, logger: silentLogger });

describe.each<[string, () => ProduceClient]>([
  ['kafkajs', () => new KafkajsProduceClient(createKafkaClient(options()))],
  ['platformatic', () => new PlatformaticProduceClient(options())],
])('a client that is closed while it connects, %s', (_name, makeClient) => {
  it('finishes connecting, and leaves no connection to the broker behind', async () => {
    const before = openSockets();
    for (const afterTicks of [0, 1, 2, 3, 5, 8]) {
      const client = makeClient();
      const ended: string[] = [];
      const connected = client.connect().then(() => ended.push('connected'));
      for (let tick = 0; tick < afterTicks; tick++) await new Promise((resolve) => setImmediate(resolve));
      await client.disconnect();
      ended.push('closed');
      await connected;
      expect(ended).toEqual(['connected', 'closed']);
    }
    await eventually(() => expect(openSockets()).toBeLessThanOrEqual(before));
  });
});
