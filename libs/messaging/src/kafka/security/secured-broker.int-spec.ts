import { randomUUID } from 'node:crypto';
import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } from 'kafkajs';
import pino from 'pino';
import { eventually, startSecuredKafka, type SecuredKafka } from '#testing';
import type { Bus } from '../../bus';
import { TOKENS, anEvent, anyRandom, silentLogger, wallClock } from '../../contract/samples.contract';
import { createKafkaBus } from '../kafka-bus';
import { createKafkaClient } from '../kafka-client';
import type { KafkaBusOptions } from '../kafka-options';
import type { KafkaSasl } from './kafka-security';

jest.setTimeout(60_000);

/** An unsigned token, as the test broker takes it. */
function unsignedToken(subject: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = Math.floor(Date.now() / 1000);
  return `${part({ alg: 'none' })}.${part({ sub: subject, iat: seconds, exp: seconds + 600 })}.`;
}

describe('the bus over Kafka with TLS and logins', () => {
  let kafka: SecuredKafka;
  const buses: Bus[] = [];
  const lines: string[] = [];

  beforeAll(async () => {
    kafka = await startSecuredKafka(['stranger']);
  });
  afterAll(() => kafka?.stop());
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.stop()));
    lines.length = 0;
  });

  const open = (sasl: KafkaSasl | undefined, changes: Partial<KafkaBusOptions> = {}): Bus => {
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const security = { tls: { ca: kafka.ca }, sasl };
    const ports = { clock: wallClock, random: anyRandom, logger, internalTokens: TOKENS };
    const bus = createKafkaBus({
      brokers: [kafka.brokers],
      clientId: 'suite',
      ...ports,
      security,
      limits: { connectWaitMs: 500 },
      ...changes,
    });
    buses.push(bus);
    return bus;
  };
  const allow = async (user: string, resourceName: string): Promise<void> => {
    const security = { tls: { ca: kafka.ca }, sasl: password('PLAIN') };
    const admin = createKafkaClient({ brokers: [kafka.brokers], clientId: 'suite', security, logger: silentLogger }).admin();
    await admin.connect();
    const right = { principal: `User:${user}`, host: '*', permissionType: AclPermissionTypes.ALLOW, operation: AclOperationTypes.READ };
    const resource = { resourceType: AclResourceTypes.TOPIC, resourceName, resourcePatternType: ResourcePatternTypes.LITERAL };
    await admin.createAcls({ acl: [{ ...right, ...resource }] });
    await admin.disconnect();
  };
  const password = (mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512', user = 'admin'): KafkaSasl => ({
    mechanism,
    username: user,
    password: kafka.passwordOf(user),
  });

  it.each<[string, KafkaBusOptions['producer'], () => KafkaSasl]>(
    (['platformatic', 'kafkajs'] as const).flatMap((producer) => [
      ['PLAIN', producer, () => password('PLAIN')],
      ['SCRAM-SHA-256', producer, () => password('SCRAM-SHA-256')],
      ['SCRAM-SHA-512', producer, () => password('SCRAM-SHA-512')],
      ['OAUTHBEARER', producer, () => ({ mechanism: 'OAUTHBEARER', token: async () => unsignedToken('admin') })],
    ]),
  )('sends and reads with %s through %s', async (_mechanism, producer, sasl) => {
    const topic = `t${randomUUID()}.events`;
    const bus = open(sasl(), { producer });
    await bus.start();
    await bus.ensureTopics([{ name: topic, partitions: 16, retentionMs: 3_600_000 }]);
    const taken: string[] = [];
    await bus.consumeEvents(topic, `${topic}.c`, async (batch) => void taken.push(...batch.map(({ cloudEvent }) => cloudEvent.id)));
    await bus.publish(topic, [anEvent(3, 1n)]);
    await eventually(() => expect(taken).toEqual(['evt_3_1']));
  });

  it.each<[string, () => KafkaSasl | undefined, Partial<KafkaBusOptions>, string]>([
    [
      'a wrong password',
      () => ({ ...password('SCRAM-SHA-512', 'stranger'), password: 'wrong' }) as KafkaSasl,
      {},
      'Kafka refuses the login of User:stranger',
    ],
    ['a certificate that it does not know', () => password('PLAIN'), { security: undefined }, 'the TLS connection to Kafka fails'],
  ])(
    'says what is wrong after %s, in the log and in its health, and not that the broker is away',
    async (_case, sasl, changes, sentence) => {
      const given = 'security' in changes ? { security: { tls: {}, sasl: sasl() } } : {};
      const bus = open(sasl(), given);
      await bus.start();
      await eventually(() => expect(bus.health()).toMatchObject({ connected: false, detail: expect.stringContaining(sentence) }));
      expect(lines.join('')).toContain(sentence);
      expect(lines.join('')).not.toContain('broker unavailable');
    },
  );

  it('names the right that is missing: first that on the topic, then that on the group', async () => {
    const topic = `t${randomUUID()}.events`;
    const owner = open(password('PLAIN'));
    await owner.ensureTopics([{ name: topic, partitions: 16, retentionMs: 3_600_000 }]);
    const stranger = open(password('SCRAM-SHA-512', 'stranger'));
    await stranger.start();
    void stranger.consumeEvents(topic, `${topic}.c`, async () => undefined);
    const sentence = `Kafka does not allow User:stranger to read ${topic} in its consumer group`;
    await eventually(() => expect(lines.join('')).toContain(sentence));
    expect(stranger.health()).toMatchObject({ connected: false, detail: expect.stringContaining(sentence) });
    await allow('stranger', topic);
    await eventually(() =>
      expect(lines.join('')).toContain(`Kafka names no coordinator to read ${topic} in its consumer group: User:stranger`),
    );
  });
});
