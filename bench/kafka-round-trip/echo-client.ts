import { COMMAND_LIFETIME_MS, newId, shardOfAccount, type Command } from '#contracts';
import { createKafkaBus, topicSpecs } from '#messaging';
import { SystemClock, SystemRandom, createLogger } from '#service';
import { startContender } from '../contenders/child';
import { PAYMENT_BODY } from '../contenders/sample';
import { runCallLoad } from '../load/calls';
import { BENCH_TOKENS, ECHO_TOPIC } from './always-owner';
import type { LoadResult } from '../load/tally';

export interface EchoClient {
  load(clients: number, seconds: number): Promise<LoadResult>;
  close(): Promise<void>;
}

const ACCOUNTS = 100;

/** The empty round trip: the asking side here, the answering one in a process of its own, both ended when the work is done. */
export async function withEcho<T>(brokers: string[], work: (client: EchoClient) => Promise<T>): Promise<T> {
  // It makes the topic that the service reads.
  const client = await connectEchoClient(brokers);
  try {
    const service = await startContender('../kafka-round-trip/echo-service', { BENCH_KAFKA_BROKERS: brokers.join(',') });
    return await work(client).finally(() => service.stop());
  } finally {
    await client.close();
  }
}

/** The asking side, on the product's own bus with the product's record sizes. */
async function connectEchoClient(brokers: string[]): Promise<EchoClient> {
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  const replyLease = { acquire: async () => 63, release: async () => undefined, onLost: () => () => undefined };
  const bus = createKafkaBus({
    brokers,
    clientId: 'bench-asker',
    clock,
    random,
    logger: createLogger({ service: 'asker', level: 'warn' }),
    internalTokens: BENCH_TOKENS,
    replyLease,
  });
  await bus.start();
  const [commands] = topicSpecs('kyc');
  await bus.ensureTopics([{ ...commands!, name: ECHO_TOPIC }]);
  const accounts = Array.from({ length: ACCOUNTS }, () => newId('account', 0, clock.nowMs(), random));
  const payload: unknown = JSON.parse(PAYMENT_BODY);
  const call = () => {
    const accountId = accounts[Math.floor(Math.random() * ACCOUNTS)] ?? '';
    const nowMs = clock.nowMs();
    const command: Command = {
      commandId: random.uuid(),
      type: 'payments.create',
      streamId: newId('payment', shardOfAccount(accountId), nowMs, random),
      accountId,
      livemode: false,
      idempotency: { key: random.uuid(), fingerprint: '0'.repeat(64) },
      actor: { kind: 'api_key', id: 'key_bench', address: '127.0.0.1' },
      requestId: newId('requestLog', 0, nowMs, random),
      correlationId: random.uuid(),
      causationId: null,
      issuedAtMs: nowMs,
      deadlineAtMs: nowMs + COMMAND_LIFETIME_MS,
      payload,
    };
    return bus.send(ECHO_TOPIC, command);
  };
  return { load: (clients, seconds) => runCallLoad({ clients, seconds, call }), close: () => bus.stop() };
}
