import { COMMAND_LIFETIME_MS, COMMAND_TOPIC, newId, shardOfAccount, type Command } from '#contracts';
import { createKafkaBus, topicSpecs } from '#messaging';
import { SystemClock, SystemRandom, createLogger } from '#service';
import { PAYMENT_BODY } from '../contenders/sample';
import { runCallLoad } from '../load/calls';
import { BENCH_TOKENS } from './always-owner';
import type { LoadResult } from '../load/tally';

export interface EchoClient {
  load(clients: number, seconds: number): Promise<LoadResult>;
  close(): Promise<void>;
}

const ACCOUNTS = 100;

/** The asking side of the empty round trip, on the product's own bus with the product's record sizes. */
export async function connectEchoClient(brokers: string[]): Promise<EchoClient> {
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
  await bus.ensureTopics(topicSpecs('kyc'));
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
    return bus.send(COMMAND_TOPIC.kyc, command);
  };
  return { load: (clients, seconds) => runCallLoad({ clients, seconds, call }), close: () => bus.stop() };
}
