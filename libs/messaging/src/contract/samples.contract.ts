import { randomBytes, randomUUID } from 'node:crypto';
import pino from 'pino';
import type { Clock, Command, EventMessage, Random, Reply } from '#contracts';
import type { PartitionOwnership } from '../bus';

/** What the tests of this folder send around. Never imported by anything that ships. */
/** Of processes that believe each other. */
export const TOKENS = ['token-of-the-messaging-suites'];
export const silentLogger = pino({ level: 'silent' });
export const wallClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
export const anyRandom: Random = { bytes: (count) => randomBytes(count), uuid: () => randomUUID() };

/** A command of the given account: commands of one account share a shard. */
export function aCommand(accountId = 'acct_000000000000000000000001', payload: unknown = { amount: 50_000 }): Command {
  const commandId = randomUUID();
  const nowMs = Date.now();
  return {
    commandId,
    type: 'payments.create',
    streamId: `pay_${commandId}`,
    accountId,
    livemode: false,
    idempotency: { key: commandId, fingerprint: 'f'.repeat(64) },
    actor: { kind: 'api_key', id: 'key_000000000000000000000001', address: '127.0.0.1' },
    requestId: 'req_000000000000000000000001',
    correlationId: commandId,
    causationId: null,
    issuedAtMs: nowMs,
    deadlineAtMs: nowMs + 30_000,
    payload,
  };
}

export function aReply(command: Command): Reply {
  const body = JSON.stringify({ id: command.streamId, object: 'payment', status: 'captured', note: 'डेमो' });
  return { commandId: command.commandId, streamId: command.streamId, status: 201, body, refusal: null, replayed: false, position: '7' };
}

/** An event whose id names its shard and position. */
export function anEvent(shard: number, position: bigint, key = `pay_of_shard_${shard}`): EventMessage {
  const id = `evt_${shard}_${position}`;
  return {
    key,
    shard,
    position,
    prev: position - 1n,
    epoch: { id: 1_795_000_000_000n, start: 0n, ofPrev: position > 1n ? 1_795_000_000_000n : 0n },
    cloudEvent: { id, source: '/payments', type: 'payment.captured', subject: key, time: '2026-11-21T00:00:00.000Z' },
    value: JSON.stringify({ id, object: 'event', type: 'payment.captured' }),
  };
}

/** The only instance there is: every partition is its own. */
export function ownsEverything(): PartitionOwnership {
  return {
    tryTake: async () => ({ nextOffset: null }),
    release: async () => undefined,
    liveInstances: async () => 1,
    settled: () => undefined,
    onLost: () => () => undefined,
  };
}

/** What every client over Kafka needs, where no broker is asked. */
export const KAFKA_OPTIONS = {
  brokers: ['b:1'],
  clientId: 'test',
  clock: wallClock,
  random: anyRandom,
  logger: silentLogger,
  internalTokens: TOKENS,
};
