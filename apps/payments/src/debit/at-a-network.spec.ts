import { isBankHoliday } from '#contracts';
import type { CommandBody, CreatePaymentPayload, DebitCommand, DebitTerms, MandateTerms, NoticeReport } from '#contracts';
import { replay } from '#decider';
import { DEFAULT_RAILS_CONFIG } from '../mandate/decide/rails';
import type { ApprovedMandate } from '../mandate/state';
import { decide } from './decide';
import type { DebitContext } from './decide/context';
import { nextRequestOf } from './decide/requests';
import type { DebitEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_DEBIT, type DebitState } from './state';
import { wakeAtMs } from './timers';

type Body = CommandBody<DebitCommand>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** 06:00 in India. */
const NOW = Date.parse('2026-11-25T00:30:00Z');
const MANDATE: MandateTerms = {
  customerId: 'cust_0QvAb12c07ABCDEFGHIJKLMN',
  instrument: { method: 'upi', vpa: null },
  maxAmount: 5_000_000,
  amountRule: 'maximum',
  frequency: 'as_presented',
  debitDayRule: 'on',
  startsAtMs: NOW - DAY_MS,
  endsAtMs: NOW + 365 * DAY_MS,
  category: 'general',
};
const ACTIVE: ApprovedMandate = {
  status: 'active',
  terms: MANDATE,
  processor: 'razorpay',
  answersLater: true,
  references: { processor: 'token_1', customer: 'cust_1' },
  activatedAtMs: NOW - DAY_MS,
  pausedBy: null,
  pausedAtMs: null,
};
const PROCESSORS = { razorpay: { card: { noticeWaitMs: 36 * HOUR_MS + 5 * MINUTE_MS } }, cashfree: { upi: { firstNeedsNotice: true } } };
const MANDATE_ID = 'mandate_0QvAb12c07ABCDEFGHIJKLMN';
const at = (ms: number, mandate: Partial<ApprovedMandate> = {}): DebitContext => ({
  debitId: 'debit_0QvAb12c07ABCDEFGHIJKLMN',
  nowMs: NOW + ms,
  rules: { ...DEFAULT_RAILS_CONFIG, isHoliday: isBankHoliday, processors: PROCESSORS },
  rail: {
    refusalOf: () => null,
    notify: () => {
      throw new Error('a processor behind a network is not asked within a decision');
    },
  },
  mandate: { ...ACTIVE, ...mandate },
  hasCustomer: true,
});
const create = (terms: Partial<DebitTerms> = {}): Body => ({
  type: 'debits.create',
  payload: { mandateId: MANDATE_ID, amount: 49_900, ...terms },
});
const notice = (outcome: NoticeReport['outcome'], change: Partial<NoticeReport> = {}): Body => ({
  type: 'debits.record_notice',
  payload: { number: 1, outcome, ...change },
});
const WAKE: Body = { type: 'debits.wake', payload: {} };
const after = (given: readonly DebitEvent[]): DebitState => replay({ initialState: INITIAL_DEBIT, evolve }, [...given]);

function decided(given: readonly DebitEvent[], command: Body, context: DebitContext) {
  const decision = decide(command, after(given), context);
  if (!decision.accepted) throw new Error(String(decision.refusal.details?.reason ?? decision.refusal.code));
  return decision;
}
const events = (given: readonly DebitEvent[], command: Body, context = at(0)): DebitEvent[] => [...decided(given, command, context).events];
const types = (given: readonly DebitEvent[], command: Body, context = at(0)): string =>
  events(given, command, context)
    .map(({ type }) => type.replace('debit.', ''))
    .join(' ');
const due = (given: readonly DebitEvent[]): unknown => {
  const request = nextRequestOf(after(given));
  return request && [request.kind, request.dueAtMs - NOW, request.request];
};
const CREATED = events([], create());
const SENT = [...CREATED, ...events(CREATED, notice('sent', { reference: 'order_1', request: 1 }))];
const NOTIFIED = [...SENT, ...events(SENT, notice('delivered'), at(HOUR_MS))];

describe('a debit at a processor behind a network', () => {
  it('has its notice asked for by a task, at once or 36 hours before', () => {
    expect(CREATED.map(({ type }) => type)).toEqual(['debit.created']);
    expect([due(CREATED), wakeAtMs(after(CREATED))]).toEqual([['notify', 0, 1], null]);
    const later = events([], create({ debitAfterMs: NOW + 10 * DAY_MS }));
    expect(due(later)).toEqual(['notify', 10 * DAY_MS - 36 * HOUR_MS, 1]);
  });

  it('of a subscription is begun within four hours of the time asked for, each at a time of its own', () => {
    const asked = NOW + 10 * DAY_MS;
    const plannedAt = (context: Partial<DebitContext>, change = {}): number => {
      const [created] = events([], create({ debitAfterMs: asked, orLater: true, ...change }), { ...at(0), ...context });
      return (created as { data: { plannedMs: number } }).data.plannedMs - asked;
    };
    const spread = Array.from({ length: 50 }, (_, index) => plannedAt({ debitId: `debit_${index}` }));
    expect(Math.min(...spread)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...spread)).toBeLessThan(4 * HOUR_MS);
    expect(new Set(spread).size).toBeGreaterThan(30);
    expect(plannedAt({ debitId: 'debit_7' })).toBe(spread[7]);
    expect(plannedAt({ debitId: 'debit_7' }, { orLater: undefined })).toBe(0);
    expect(plannedAt({ debitId: 'debit_7' }, { debitAfterMs: NOW })).toBe(DAY_MS + 10 * MINUTE_MS - 10 * DAY_MS);
    const ending = at(0, { terms: { ...MANDATE, endsAtMs: asked + HOUR_MS } });
    expect(plannedAt({ ...ending, debitId: 'debit_7' })).toBe(0);
  });

  it('is asked how its notice stands, and how long that may take', () => {
    expect([due(SENT), wakeAtMs(after(SENT))]).toEqual([['fetch_notice', 15 * MINUTE_MS, 1], NOW + 6 * HOUR_MS]);
    expect(types(SENT, notice('sent', { reference: 'order_1', request: 1 }), at(15 * MINUTE_MS))).toBe('notice_checked');
  });

  it('is shown a later time once its notice is requested again', () => {
    const executeAt = (given: readonly DebitEvent[]): number => (after(given) as { executeAtMs: number }).executeAtMs - NOW;
    expect([executeAt(CREATED), executeAt(SENT)]).toEqual([DAY_MS + 10 * MINUTE_MS, DAY_MS + 10 * MINUTE_MS]);
    const repeated = [...SENT, ...events(SENT, notice('failed'), at(2 * HOUR_MS))];
    expect([after(repeated).status, executeAt(repeated)]).toEqual(['notifying', DAY_MS + 2 * HOUR_MS + 10 * MINUTE_MS]);
    const silent = [...SENT, ...events(SENT, WAKE, at(7 * HOUR_MS))];
    expect([after(silent).status, executeAt(silent)]).toEqual(['notifying', DAY_MS + 7 * HOUR_MS + 10 * MINUTE_MS]);
  });

  it('waits a day and ten minutes from the delivery that its processor names', () => {
    const given = [...SENT, ...events(SENT, notice('delivered', { deliveredAtMs: NOW + MINUTE_MS }), at(HOUR_MS))];
    expect(after(given)).toMatchObject({
      status: 'scheduled',
      notice: { deliveredAtMs: NOW + MINUTE_MS, reference: 'order_1' },
      executeAtMs: NOW + DAY_MS + 11 * MINUTE_MS,
    });
    expect(due(given)).toEqual(['attempt', DAY_MS + 11 * MINUTE_MS, 0]);
    expect(wakeAtMs(after(given))).toBeNull();
  });

  it('on a card waits as long as its processor asks for', () => {
    const card = { terms: { ...MANDATE, instrument: { method: 'card', card: null } as const } };
    const made = events([], create(), at(0, card));
    const sent = [...made, ...events(made, notice('sent', { reference: 'order_1', request: 1 }), at(0, card))];
    const [notified] = events(sent, notice('delivered'), at(0, card));
    expect(notified).toMatchObject({ data: { executeAtMs: NOW + 36 * HOUR_MS + 5 * MINUTE_MS } });
  });

  it.each<[string, DebitEvent[], Body, number, string]>([
    ['an answer that never came', CREATED, notice('unknown'), 0, 'notice_checked'],
    ['a refusal', CREATED, notice('failed'), 0, 'notice_repeated'],
    ['a notice that did not reach the payer', SENT, notice('failed'), HOUR_MS, 'notice_repeated'],
    ['a notice of which the payer opts out', SENT, notice('opted_out'), HOUR_MS, 'notified opted_out'],
    ['an opt-out after the delivery', NOTIFIED, notice('opted_out'), 2 * HOUR_MS, 'opted_out'],
    ['the same delivery again', NOTIFIED, notice('delivered'), 2 * HOUR_MS, ''],
    ['an answer to a request that was given up', SENT, notice('unknown', { request: 2 }), 0, ''],
    ['a failure of a notice that was given up', SENT, notice('failed', { reference: 'order_0' }), 0, ''],
    ['a report of another notice', SENT, notice('delivered', { number: 2 }), 0, ''],
    ['silence of six hours', SENT, WAKE, 6 * HOUR_MS, 'notice_repeated'],
    ['time that is not over', SENT, WAKE, HOUR_MS, ''],
    ['a wake-up before it was asked', CREATED, WAKE, HOUR_MS, ''],
  ])('follows %s', (...[, given, command, ms, expected]) => expect(types(given, command, at(ms))).toBe(expected));

  it('asks for a notice that did not go out once more, by a request of its own, and then gives up', () => {
    const again = [...SENT, ...events(SENT, WAKE, at(6 * HOUR_MS))];
    expect(due(again)).toEqual(['notify', 6 * HOUR_MS, 2]);
    expect(types(again, notice('failed'), at(6 * HOUR_MS))).toBe('notice_failed');
    const sent = [...again, ...events(again, notice('sent', { reference: 'order_2', request: 2 }), at(6 * HOUR_MS))];
    expect(types(sent, WAKE, at(12 * HOUR_MS))).toBe('notice_failed');
  });

  it('asks again with growing waits after no answer, for six hours', () => {
    const given = [...CREATED];
    const waits: number[] = [];
    for (let time = 0; time < 10; time++) {
      const [checked] = events(given, notice('unknown'));
      given.push(checked as DebitEvent);
      waits.push(((checked as { data: { checkAtMs: number } }).data.checkAtMs - NOW) / 1_000);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    expect(wakeAtMs(after(given))).toBe(NOW + 6 * HOUR_MS);
    expect(types(given, WAKE, at(6 * HOUR_MS))).toBe('notice_repeated');
  });

  it('is taken at the processor of its mandate, under its notice', () => {
    const { followUps = [] } = decided(NOTIFIED, WAKE, at(2 * DAY_MS - 1));
    const [payment] = followUps;
    expect((payment?.payload as CreatePaymentPayload).debit).toEqual({
      id: 'debit_0QvAb12c07ABCDEFGHIJKLMN',
      attempt: 1,
      at: { processor: 'razorpay', mandateId: MANDATE_ID, references: ACTIVE.references, notice: 'order_1' },
    });
  });

  it('above the limit is approved by the payer with the debit itself', () => {
    const made = events([], create({ amount: 2_000_000 }));
    const sent = [...made, ...events(made, notice('sent', { reference: 'order_1', request: 1 }))];
    const [notified, ...others] = events(sent, notice('delivered'));
    expect(others).toEqual([]);
    expect(notified).not.toMatchObject({ data: { approvedAtMs: expect.anything() } });
    expect(after(sent)).toMatchObject({ facts: { needsFactor: true } });
  });

  describe('right after the payer agreed', () => {
    const fresh = { activatedAtMs: NOW };
    const first = (ms: number, terms: Partial<DebitTerms> = {}, mandate: Partial<ApprovedMandate> = {}): DebitState =>
      after(events([], create(terms), at(ms, { ...fresh, ...mandate })));

    it('needs no notice for five minutes, up to ₹15,000, at any hour', () => {
      const noon = 6 * HOUR_MS;
      expect(first(5 * MINUTE_MS)).toMatchObject({ status: 'scheduled', executeAtMs: NOW + 5 * MINUTE_MS, notice: { number: 0 } });
      expect(first(noon, {}, { activatedAtMs: NOW + noon })).toMatchObject({ status: 'scheduled', executeAtMs: NOW + noon });
      expect(first(5 * MINUTE_MS + 1).status).toBe('notifying');
      expect(first(0, { amount: 1_500_000 }).status).toBe('scheduled');
      expect(first(0, { amount: 1_500_001 }).status).toBe('notifying');
    });

    it('needs one when it is not the first, is due later, or its processor takes none without', () => {
      expect(first(0, {}, { processor: 'cashfree' }).status).toBe('notifying');
      expect(first(0, { debitAfterMs: NOW + 2 * DAY_MS }).status).toBe('notifying');
      expect(first(0, {}, { debits: { open: ['debit_1'], succeeded: 0, lastAtMs: null, cycleUsedUntilMs: null } }).status).toBe(
        'notifying',
      );
    });

    it('is tried again only with a notice', () => {
      const made = events([], create(), at(0, fresh));
      const tried = [...made, ...events(made, WAKE, at(0, fresh))];
      const paymentId = (tried.at(-1) as { data: { paymentId: string } }).data.paymentId;
      const failure = { reason: 'insufficient_funds', networkCode: 'Z9' } as const;
      const report: Body = { type: 'debits.record_attempt', payload: { paymentId, state: 'failed', failure } };
      const failed = [...tried, ...events(tried, report, at(MINUTE_MS, fresh))];
      expect(after(failed)).toMatchObject({ status: 'notifying', notice: { number: 1 } });
      expect(due(failed)).toEqual(['notify', MINUTE_MS, 1]);
    });
  });
});
