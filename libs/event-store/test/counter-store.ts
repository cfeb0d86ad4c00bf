import { randomBytes, randomUUID } from 'node:crypto';
import { newId, SHARD_COUNT, shardOfAccount, type Clock, type Command, type EventMessage, type Random } from '#contracts';
import { EventStore, type EventStoreOptions, type StoreLogger } from '#event-store';
import { counter, type CounterPayload } from './counter';

export const SCHEMA = 'counters';

export const systemClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
export const systemRandom: Random = { bytes: (count) => randomBytes(count), uuid: () => randomUUID() };

/** Remembers what was logged, so that a test can ask for the alarm. */
export class LogRecord implements StoreLogger {
  readonly lines: { level: string; fields: object; message: string }[] = [];
  debug(fields: object, message: string): void {
    this.lines.push({ level: 'debug', fields, message });
  }
  info(fields: object, message: string): void {
    this.lines.push({ level: 'info', fields, message });
  }
  warn(fields: object, message: string): void {
    this.lines.push({ level: 'warn', fields, message });
  }
  error(fields: object, message: string): void {
    this.lines.push({ level: 'error', fields, message });
  }
  messages(level: string): string[] {
    return this.lines.filter((line) => line.level === level).map((line) => line.message);
  }
}

/** A store of counters on that database; not started. */
export function counterStore(databaseUrl: string, more: Partial<EventStoreOptions> = {}): EventStore {
  return new EventStore({
    schema: SCHEMA,
    databaseUrl,
    aggregates: [counter],
    clock: systemClock,
    random: systemRandom,
    logger: new LogRecord(),
    ...more,
  });
}

/** One that is started and serves every partition. */
export async function servingCounterStore(...of: Parameters<typeof counterStore>): Promise<EventStore> {
  const store = counterStore(...of);
  await store.start();
  await store.takeAll();
  return store;
}

/** Whose counter, and which. */
export interface CounterTarget {
  accountId: string;
  streamId: string;
}

/** An account whose shard is this one. */
export function accountInShard(shard: number): string {
  for (;;) {
    const accountId = `acct_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
    if (shardOfAccount(accountId) === shard) return accountId;
  }
}

let accounts = 0;

/** An account in a shard that no other of the first 64 has: positions of its log begin at 1. */
export function newAccount(): string {
  return accountInShard(accounts++ % SHARD_COUNT);
}

export function newCounterId(accountId: string): string {
  return newId('payment', shardOfAccount(accountId), Date.now(), systemRandom);
}

/** A new counter in this shard. */
export function newCounterIn(shard: number): CounterTarget {
  const accountId = accountInShard(shard);
  return { accountId, streamId: newCounterId(accountId) };
}

/** A command to a counter of this account, with defaults that a test overrides where it matters. */
export function counterCommand(type: string, target: CounterTarget, more: Partial<Command<string, CounterPayload>> = {}): Command {
  const commandId = more.commandId ?? randomUUID();
  return {
    commandId,
    type,
    ...target,
    livemode: false,
    idempotency: null,
    actor: { kind: 'api_key', id: 'key_test', address: '127.0.0.1' },
    requestId: 'req_test',
    correlationId: commandId,
    causationId: null,
    issuedAtMs: Date.now(),
    deadlineAtMs: Date.now() + 30_000,
    payload: {},
    ...more,
  };
}

/** Takes what the relay publishes, in order, and can refuse for a while. */
export class Topic {
  readonly messages: EventMessage[] = [];
  isAway = false;

  readonly publish = (messages: readonly EventMessage[]): Promise<void> => {
    if (this.isAway) return Promise.reject(new Error('the broker is away'));
    this.messages.push(...messages);
    return Promise.resolve();
  };
}
