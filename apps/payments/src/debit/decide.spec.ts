import { isBankHoliday } from '#contracts';
import type { AttemptReport, CommandBody, DebitCommand, DebitOutcome, DebitTerms, MandateTerms } from '#contracts';
import { replay } from '#decider';
import { DEFAULT_RAILS_CONFIG } from '../mandate/decide/rails';
import type { MandateState } from '../mandate/state';
import { decide } from './decide';
import type { DebitContext, NoticeAnswer } from './decide/context';
import type { DebitEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_DEBIT, type DebitFacts, type DebitState } from './state';
import { wakeAtMs } from './timers';

type Body = CommandBody<DebitCommand>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 06:00 in India. */
const NOW = Date.parse('2026-11-25T00:30:00Z');
const MANDATE: MandateTerms = {
  customerId: 'cust_0QvAb12c07ABCDEFGHIJKLMN',
  instrument: { method: 'upi', vpa: 'mandate.ok@sandbox' },
  maxAmount: 5_000_000,
  amountRule: 'maximum',
  frequency: 'as_presented',
  debitDayRule: 'on',
  startsAtMs: NOW,
  endsAtMs: NOW + 365 * DAY_MS,
  category: 'general',
};
const ACTIVE: MandateState = {
  status: 'active',
  terms: MANDATE,
  processor: 'sandbox',
  references: {},
  activatedAtMs: NOW,
  pausedBy: null,
  pausedAtMs: null,
};
const answering = (answer: NoticeAnswer): DebitContext => ({
  debitId: 'debit_0QvAb12c07ABCDEFGHIJKLMN',
  nowMs: NOW,
  rules: { ...DEFAULT_RAILS_CONFIG, isHoliday: isBankHoliday },
  rail: { refusalOf: () => null, notify: () => answer },
  mandate: ACTIVE,
  hasCustomer: true,
});
const CONTEXT = answering('delivered');
const TERMS: DebitTerms = { mandateId: 'mandate_0QvAb12c07ABCDEFGHIJKLMN', amount: 49_900 };
const FACTS: DebitFacts = { customerId: MANDATE.customerId, method: 'upi', umn: null, needsNotice: true, needsFactor: false };
const [PAYMENT, OTHER] = ['pay_0QvAb12c07ABCDEFGHIJKLMN', 'pay_0QvAb12c07ZZCDEFGHIJKLMN'];
const LOW_FUNDS = { reason: 'insufficient_funds', networkCode: 'Z9' } as const;
const DUE = NOW + DAY_MS;

const create = (terms: Partial<DebitTerms> = {}): Body => ({ type: 'debits.create', payload: { ...TERMS, ...terms } });
const report = (state: AttemptReport['state'], paymentId = PAYMENT): Body => ({
  type: 'debits.record_attempt',
  payload: { paymentId, state, ...(state === 'failed' && { failure: LOW_FUNDS }) },
});
const simulate = (outcome: DebitOutcome): Body => ({ type: 'debits.simulate', payload: { outcome } });
const CANCEL: Body = { type: 'debits.cancel', payload: {} };
const WAKE: Body = { type: 'debits.wake', payload: {} };
const END: Body = { type: 'debits.end_with_mandate', payload: { status: 'revoked' } };

const made = { terms: { ...TERMS, retrySchedule: [24] }, facts: FACTS, plannedMs: DUE, executeAtMs: DUE };
const CREATED: DebitEvent = { type: 'debit.created', data: { ...made, notifyAtMs: NOW } };
const NOTIFIED: DebitEvent = { type: 'debit.notified', data: { atMs: NOW, validUntilMs: NOW + 2 * DAY_MS, executeAtMs: DUE } };
const WAITS: DebitEvent = { type: 'debit.requires_action', data: { approveByMs: NOW + 3 * DAY_MS } };
const ATTEMPTED: DebitEvent = { type: 'debit.attempted', data: { number: 1, paymentId: PAYMENT, atMs: DUE } };
const FAILED: DebitEvent = { type: 'debit.failed', data: { atMs: DUE, failure: LOW_FUNDS } };
const SUCCEEDED: DebitEvent = { type: 'debit.succeeded', data: { paymentId: PAYMENT, atMs: DUE } };

/** Histories that lead to every status. */
const GIVEN: Readonly<Record<string, DebitEvent[]>> = {
  none: [],
  notifying: [CREATED],
  requires_action: [CREATED, NOTIFIED, WAITS],
  scheduled: [CREATED, NOTIFIED],
  processing: [CREATED, NOTIFIED, ATTEMPTED],
  succeeded: [CREATED, NOTIFIED, ATTEMPTED, SUCCEEDED],
  failed: [CREATED, NOTIFIED, ATTEMPTED, FAILED],
  cancelled: [CREATED, NOTIFIED, { type: 'debit.cancelled', data: { atMs: NOW, reason: 'requested_by_merchant' } }],
};
const after = (...events: DebitEvent[]): DebitState => replay({ initialState: INITIAL_DEBIT, evolve }, events);

/** The types of the events that follow, with the commands to others, or the code of the refusal. */
function outcome(given: DebitEvent[], command: Body, context = CONTEXT): string {
  const decision = decide(command, after(...given), context);
  if (!decision.accepted) return decision.refusal.code;
  const asked = (decision.followUps ?? []).map(({ type }) => type);
  return [...decision.events.map(({ type }) => type.replace('debit.', '')), ...asked].join(' ');
}

describe('the table of debits: every command in every state', () => {
  const [MISSING, CONFLICT] = ['resource_missing', 'state_conflict'];
  const ASKED = 'attempted payments.create';
  it.each<[string, Body, number, string[]]>([
    ['create', create(), NOW, ['created notified', ...Array<string>(7).fill('resource_already_exists')]],
    ['cancel', CANCEL, NOW, [MISSING, 'cancelled', 'cancelled', 'cancelled', CONFLICT, CONFLICT, CONFLICT, CONFLICT]],
    ['its mandate ends', END, NOW, [MISSING, 'cancelled', 'cancelled', 'cancelled', '', '', '', '']],
    ['wake, when it is due', WAKE, DUE, [MISSING, 'notified', '', ASKED, '', '', '', '']],
    ['wake, before', WAKE, NOW, [MISSING, 'notified', '', '', '', '', '', '']],
    ['the attempt is open', report('processing'), DUE, [MISSING, '', '', '', 'processing', '', '', '']],
    ['the attempt failed', report('failed'), DUE, [MISSING, '', '', '', 'attempt_failed notified', '', '', '']],
    ['the attempt was paid', report('captured'), DUE, [MISSING, 'succeeded', 'succeeded', 'succeeded', 'succeeded', '', 'succeeded', '']],
    ['another one failed', report('failed', OTHER), DUE, [MISSING, '', '', '', '', '', '', '']],
    ['simulate notice_delivered', simulate('notice_delivered'), NOW, [MISSING, 'notified', ...Array<string>(6).fill(CONFLICT)]],
    ['simulate notice_failed', simulate('notice_failed'), NOW, [MISSING, 'notice_failed', ...Array<string>(6).fill(CONFLICT)]],
    [
      'simulate opted_out',
      simulate('opted_out'),
      NOW,
      [MISSING, CONFLICT, 'opted_out', 'opted_out', CONFLICT, CONFLICT, CONFLICT, CONFLICT],
    ],
    [
      'simulate afa_approved',
      simulate('afa_approved'),
      NOW,
      [MISSING, CONFLICT, 'updated', CONFLICT, CONFLICT, CONFLICT, CONFLICT, CONFLICT],
    ],
    ...(['succeeded', 'failed', 'deemed', 'late_success'] as const).map((word): [string, Body, number, string[]] => [
      `simulate ${word}`,
      simulate(word),
      NOW,
      [MISSING, CONFLICT, CONFLICT, ASKED, 'payments.simulate', CONFLICT, CONFLICT, CONFLICT],
    ]),
  ])('%s', (_what, command, nowMs, expected) => {
    expect(Object.values(GIVEN).map((given) => outcome(given, command, { ...CONTEXT, nowMs }))).toEqual(expected);
  });
});

describe('a notice', () => {
  it.each<[NoticeAnswer, string]>([
    ['delivered', 'created notified'],
    ['waits', 'created notified requires_action'],
    ['opted_out', 'created notified opted_out'],
    ['sent', 'created notice_sent'],
    ['refused', 'created notice_sent notice_sent notice_failed'],
  ])('that the rail calls %s', (answer, expected) => {
    expect(outcome([], create(), answering(answer))).toBe(expected);
  });

  it('goes out 36 hours before a debit that is further away', () => {
    expect(outcome([], create({ debitAfterMs: NOW + 10 * DAY_MS }))).toBe('created');
    const decision = decide(create({ debitAfterMs: NOW + 10 * DAY_MS }), INITIAL_DEBIT, CONTEXT);
    const events = decision.accepted ? decision.events : [];
    expect(wakeAtMs(after(...events))).toBe(NOW + 10 * DAY_MS - 36 * HOUR_MS);
  });

  it('is followed by another when it is too old by the time of the debit', () => {
    expect(outcome([CREATED, NOTIFIED], WAKE, { ...CONTEXT, nowMs: NOW + 2 * DAY_MS })).toBe('notice_expired notified');
  });
});

describe('a debit that is due', () => {
  const due = { ...CONTEXT, nowMs: DUE };
  const over = (status: 'revoked' | 'expired'): MandateState => ({
    ...{ terms: MANDATE, processor: 'sandbox', references: {}, activatedAtMs: NOW, endedAtMs: NOW, failure: null, revokedBy: null },
    status,
  });
  it.each<[string, Partial<DebitContext>, string]>([
    ['whose customer was erased', { hasCustomer: false }, 'customer_deleted'],
    ['whose mandate is paused', { mandate: { ...ACTIVE, status: 'paused' } }, 'mandate_paused'],
    ['whose mandate was revoked', { mandate: over('revoked') }, 'mandate_revoked'],
    ['whose mandate has ended', { mandate: over('expired') }, 'mandate_expired'],
    [
      'whose cycle has had its debit',
      { mandate: { ...ACTIVE, debits: { open: [], succeeded: 1, lastAtMs: NOW, cycleUsedUntilMs: DUE + 1 } } },
      'mandate_cycle_used',
    ],
  ])('%s is called off', (_what, change, reason) => {
    const decision = decide(WAKE, after(...GIVEN.scheduled!), { ...due, ...change });
    expect(decision).toMatchObject({ accepted: true, events: [{ type: 'debit.cancelled', data: { reason } }] });
  });

  it('is a payment of its own id for each attempt', () => {
    const asked = (given: DebitEvent[]): unknown => {
      const decision = decide(WAKE, after(...given), due);
      return decision.accepted ? decision.followUps?.[0] : null;
    };
    const again: DebitEvent = {
      type: 'debit.attempt_failed',
      data: { atMs: DUE, failure: LOW_FUNDS, retry: { plannedMs: DUE, executeAtMs: DUE } },
    };
    const first = asked(GIVEN.scheduled!) as { streamId: string; payload: object };
    const second = asked([...GIVEN.processing!, again]) as typeof first;
    expect(first.streamId).toMatch(/^pay_[0-9A-Za-z]{24}$/);
    expect(second.streamId).not.toBe(first.streamId);
    expect(first.payload).toMatchObject({ amount: 49_900, currency: 'INR', methods: ['upi'], debit: { id: CONTEXT.debitId, attempt: 1 } });
    expect(second.payload).toMatchObject({ debit: { attempt: 2 } });
  });

  it('is not tried again after a decline that would come again', () => {
    const revoked: Body = {
      type: 'debits.record_attempt',
      payload: { paymentId: PAYMENT, state: 'failed', failure: { reason: 'mandate_revoked', networkCode: null } },
    };
    expect(outcome(GIVEN.processing!, revoked, due)).toBe('failed');
  });

  it('is not tried again after the end of the mandate', () => {
    const ending = { ...ACTIVE, terms: { ...MANDATE, endsAtMs: DUE + HOUR_MS } };
    expect(outcome(GIVEN.processing!, report('failed'), { ...due, mandate: ending })).toBe('failed');
  });
});
