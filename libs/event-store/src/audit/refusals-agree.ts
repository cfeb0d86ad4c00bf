import { deepStrictEqual } from 'node:assert';
import { newId, type Command, type Random, type Refusal } from '#contracts';
import type { AggregateDefinition, HandlingContext } from '../aggregate';

/** Milliseconds since the epoch: the time at which golden files happen, and later ones at which what waits has expired. */
const TIMES_MS = [1_795_219_200_000, 1_795_219_260_000, 1_795_824_000_000, 1_830_000_000_000];

/** Words of simulations: of every aggregate, and one of none. */
const OUTCOMES = [
  ...['approve', 'captured', 'authorized', 'failed', 'processed', 'pending', 'cancelled', 'expired', 'active', 'renew', 'trial_end'],
  ...['verified', 'rejected', 'manual_review_rejected', 'paused', 'resumed', 'revoked', 'succeeded', 'card_reissued', 'notice_failed', 'x'],
];

/** What commands may bring: each reads its own members of it. */
const PAYLOADS: readonly object[] = [
  ...OUTCOMES.map((outcome) => ({ outcome, reason: 'other', amount: null })),
  ...['otp', 'details', 'consent', 'share_code'].map((kind) => ({ kind, reason: 'cancelled_by_account', details: {}, given: [] })),
  { otp: '123456', amount: 1, refundId: 'rfnd_1', reason: 'duplicate', instrument: { method: 'upi', flow: 'intent', vpa: null } },
  { as: 'settled', by: 'operator', note: 'note', at: 'now', customerId: null, attempt: 1, answer: { state: 'processing' } },
];

const STEADY: Random = { bytes: (size) => new Uint8Array(size), uuid: () => '00000000-0000-4000-8000-000000000000' };

/**
 * Proves that no refusal contradicts itself: it does not name the status that the object has among those that would do. Every command is decided in each of the states, with every payload and at every time.
 *
 * @throws AssertionError listing each command and status whose refusal does.
 */
export function assertRefusalsAgree(aggregate: AggregateDefinition, states: readonly unknown[]): void {
  const contradictions = aggregate.commandTypes.flatMap((type) =>
    states.flatMap((state) =>
      refusalsOf(aggregate, type, state)
        .filter(isContradiction)
        .map((refusal) => `${type}: ${textOf(refusal)}`),
    ),
  );
  deepStrictEqual([...new Set(contradictions)], []);
}

function refusalsOf(aggregate: AggregateDefinition, type: string, state: unknown): Refusal[] {
  return PAYLOADS.flatMap((payload) => TIMES_MS.flatMap((nowMs) => refusalOf(aggregate, { type, payload }, { state, nowMs })));
}

/** None where the command is accepted, or cannot be decided with a payload that is not its own. */
function refusalOf(
  aggregate: AggregateDefinition,
  body: Pick<Command, 'type' | 'payload'>,
  at: { state: unknown; nowMs: number },
): Refusal[] {
  const streamId = newId(aggregate.idKind, 7, at.nowMs, STEADY);
  const command = { ...body, streamId, accountId: 'acct_1', livemode: false, actor: { kind: 'api_key', id: 'key_1' } } as Command;
  const context = { nowMs: at.nowMs, related: () => null } as unknown as HandlingContext;
  try {
    const decision = aggregate.decide(command, at.state, context);
    return decision.accepted ? [] : [decision.refusal];
  } catch {
    return [];
  }
}

function isContradiction({ details }: Refusal): boolean {
  const { current_status: status, allowed_from: allowed } = details ?? {};
  return typeof status === 'string' && Array.isArray(allowed) && allowed.includes(status);
}

function textOf({ details }: Refusal): string {
  return `${details?.current_status}, ${String(details?.message)}`;
}
