import type { AnsweredMandateRequest, CommandBody, MandateCommand, MandateReport } from '#contracts';
import { replay } from '#decider';
import { mandateTerms } from '../../test/mandate-terms';
import { decide } from './decide';
import type { MandateContext } from './decide/context';
import { DEFAULT_RAILS_CONFIG } from './decide/rails';
import { nextRequestOf } from './decide/requests';
import type { MandateEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_MANDATE, type ExistingMandate, type MandateState } from './state';
import { wakeAtMs } from './timers';

type Body = CommandBody<MandateCommand>;

const NOW = Date.parse('2026-11-25T06:00:00Z');
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const TERMS = mandateTerms(NOW);
const at = (ms: number): MandateContext => ({
  mandateId: 'mandate_0QvAb12c07ABCDEFGHIJKLMN',
  nowMs: NOW + ms,
  rules: {
    ...DEFAULT_RAILS_CONFIG,
    mcc: null,
    processors: { razorpay: { upi: { canPause: false, approveWithinMs: DAY_MS } }, cashfree: { upi: { canPause: true } } },
  },
  processor: 'razorpay',
  rail: null,
  hasCustomer: () => true,
});
const after = (...events: MandateEvent[]): MandateState => replay({ initialState: INITIAL_MANDATE, evolve }, events);
const LATER = { answersLater: true } as const;
const CREATED: MandateEvent = {
  type: 'mandate.created',
  data: { terms: TERMS, processor: 'razorpay', expiresAtMs: NOW + DAY_MS, ...LATER },
};
const AT_CASHFREE: MandateEvent = { type: 'mandate.created', data: { ...CREATED.data, processor: 'cashfree' } };
const PAGE = { kind: 'redirect_to_url', url: 'https://rzp.test/r/1' } as const;
const REFERENCES = { registration: 'inv_1', customer: 'cust_1' };
const WAITS: MandateEvent = {
  type: 'mandate.requires_action',
  data: { action: PAGE, references: REFERENCES, checkAtMs: NOW + 90 * SECOND_MS },
};
const ACTIVATED: MandateEvent = { type: 'mandate.activated', data: { atMs: NOW, references: { processor: 'token_1' } } };
const RETURNED: MandateEvent = { type: 'mandate.call_answered', data: { kind: 'return_verification' } };
const EXPIRED: MandateEvent = { type: 'mandate.expired', data: { atMs: NOW } };
const ENDED: MandateEvent = { type: 'mandate.call_answered', data: { kind: 'revoke' } };

const command = (type: 'mandates.create' | 'mandates.pause' | 'mandates.resume' | 'mandates.revoke' | 'mandates.wake'): Body =>
  ({ type, payload: type === 'mandates.create' ? TERMS : {} }) as Body;
const record = (report?: MandateReport, answers?: AnsweredMandateRequest): Body => ({
  type: 'mandates.record_report',
  payload: { ...(report && { report }), ...(answers && { answers }) },
});
const answer = (kind: AnsweredMandateRequest['kind'], outcome: AnsweredMandateRequest['outcome'], report?: MandateReport): Body =>
  record(report, { kind, outcome });

/** The events that follow, or the reason of the refusal. */
function events(given: MandateEvent[], one: Body, context = at(0)): MandateEvent[] {
  const decision = decide(one, after(...given), context);
  if (!decision.accepted) throw new Error(String(decision.refusal.details?.reason ?? decision.refusal.code));
  return [...decision.events];
}
const types = (given: MandateEvent[], one: Body, context = at(0)): string =>
  events(given, one, context)
    .map(({ type }) => type.replace('mandate.', ''))
    .join(' ');
const due = (...given: MandateEvent[]): unknown => {
  const request = nextRequestOf(after(...given));
  return request && [request.kind, request.dueAtMs === 0 ? 0 : request.dueAtMs - NOW];
};

describe('a mandate at a processor behind a network', () => {
  it('is created, and asked for at once; the payer has as long as the page of the processor', () => {
    const [created, ...others] = events([], command('mandates.create'));
    expect([created, others]).toEqual([CREATED, []]);
    expect(due(CREATED)).toEqual(['register', 0]);
    expect(wakeAtMs(after(CREATED))).toBe(NOW + DAY_MS);
  });

  it('is asked how it stands while the payer has to act, and not when it is woken', () => {
    expect(due(CREATED, WAITS)).toEqual(['fetch', 90 * SECOND_MS]);
    expect(wakeAtMs(after(CREATED, WAITS))).toBe(NOW + DAY_MS);
    expect(types([CREATED, WAITS], command('mandates.wake'), at(90 * SECOND_MS))).toBe('');
  });

  it('that the rail of the sandbox answers has nothing to be asked', () => {
    const { answersLater: _later, ...data } = CREATED.data as { answersLater?: true } & typeof CREATED.data;
    expect(due({ ...CREATED, data }, ACTIVATED)).toBeNull();
  });

  it.each<[string, Body, string]>([
    ['registered', answer('register', 'done', { state: 'requires_action', action: PAGE, references: REFERENCES }), 'requires_action'],
    ['open at once', answer('register', 'done', { state: 'active' }), 'activated'],
    [
      'refused for good',
      answer('register', 'done', { state: 'rejected', failure: { reason: 'payment_failed', networkCode: null } }),
      'rejected',
    ],
    ['without an answer', answer('register', 'unknown'), 'checked'],
    [
      'not taken on',
      answer('register', 'not_taken', { state: 'rejected', failure: { reason: 'payment_failed', networkCode: null } }),
      'checked',
    ],
    ['an answer to another request', answer('fetch', 'unknown'), ''],
  ])('follows the answer to its registration: %s', (_what, one, expected) => expect(types([CREATED], one)).toBe(expected));

  it('is asked for again with growing waits after no answer', () => {
    const waits: number[] = [];
    const given: MandateEvent[] = [CREATED];
    for (let time = 0; time < 12; time++) {
      const [checked] = events(given, answer('register', 'unknown'));
      given.push(checked as MandateEvent);
      waits.push(((checked as { data: { checkAtMs: number } }).data.checkAtMs - NOW) / SECOND_MS);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]);
  });

  it('is rejected once it was certainly not taken on five times', () => {
    const failure = { reason: 'gateway_technical_error', networkCode: null } as const;
    const refused = answer('register', 'not_taken', { state: 'rejected', failure });
    const checked: MandateEvent = { type: 'mandate.checked', data: { atMs: NOW, checkAtMs: NOW } };
    expect([0, 3, 4].map((tries) => types([CREATED, ...Array<MandateEvent>(tries).fill(checked)], refused))).toEqual([
      'checked',
      'checked',
      'rejected',
    ]);
  });

  it('shows the next step when the payer has acted and the bank decides', () => {
    const decides: MandateReport = { state: 'requires_action', action: null, references: { processor: 'token_1' } };
    const [step] = events([CREATED, WAITS], answer('fetch', 'done', decides));
    expect(step).toMatchObject({ type: 'mandate.requires_action', data: { action: null, checkAtMs: NOW + 90 * SECOND_MS } });
    expect(types([CREATED, WAITS, step as MandateEvent], answer('fetch', 'done', decides))).toBe('checked');
    expect(types([CREATED, WAITS], answer('fetch', 'done', { state: 'requires_action', action: PAGE }))).toBe('checked');
  });

  it('is asked at once when its processor has something to report', () => {
    const [checked] = events([CREATED, WAITS], record());
    expect(due(CREATED, WAITS, checked as MandateEvent)).toEqual(['fetch', 0]);
    expect(types([CREATED, WAITS, checked as MandateEvent], record())).toBe('');
    expect(types([CREATED, ACTIVATED], record())).toBe('');
  });

  it('is asked once more when there was something to report while it was asked: the answer may be older', () => {
    const asked = { kind: 'fetch', outcome: 'done', dueAtMs: NOW + 90 * SECOND_MS } as const;
    const [checked] = events([CREATED, WAITS], record(), at(91 * SECOND_MS));
    const given = [CREATED, WAITS, checked as MandateEvent];
    expect(due(...given)).toEqual(['fetch', 91 * SECOND_MS]);
    expect(types(given, record(undefined, asked), at(92 * SECOND_MS))).toBe('');
    const otherPage: MandateReport = { state: 'requires_action', action: { ...PAGE, url: 'https://rzp.test/r/2' }, references: REFERENCES };
    const older = events(given, record(otherPage, asked), at(92 * SECOND_MS));
    expect(due(...given, ...older)).toEqual(['fetch', 91 * SECOND_MS]);
    const next = { ...asked, dueAtMs: NOW + 91 * SECOND_MS };
    const answered = events(given, record(undefined, next), at(92 * SECOND_MS));
    expect(due(...given, ...answered)).toEqual(['fetch', 92 * SECOND_MS + 180 * SECOND_MS]);
    expect(types(given, record({ state: 'active', references: { processor: 'token_1' } }, asked))).toBe('activated');
  });

  it('gets back what its registration took, once it is active or the bank said no', () => {
    const rejected: MandateEvent = {
      type: 'mandate.rejected',
      data: { atMs: NOW, failure: { reason: 'payment_declined', networkCode: null } },
    };
    expect(due(CREATED, WAITS, ACTIVATED)).toEqual(['return_verification', 0]);
    expect(due(CREATED, WAITS, rejected)).toEqual(['return_verification', 0]);
    expect(due(CREATED, rejected)).toBeNull();
    expect(types([CREATED, ACTIVATED], answer('return_verification', 'done'))).toBe('call_answered');
    expect(due(CREATED, ACTIVATED, RETURNED)).toBeNull();
  });

  it('that is not approved in time is ended at the processor, answered or not', () => {
    expect(events([CREATED, WAITS], command('mandates.wake'), at(DAY_MS))).toEqual([
      { type: 'mandate.expired', data: { atMs: NOW + DAY_MS } },
    ]);
    expect(due(CREATED, EXPIRED)).toEqual(['revoke', 0]);
    expect(due(CREATED, WAITS, EXPIRED, ENDED)).toBeNull();
    expect(due(CREATED, WAITS, { type: 'mandate.expired', data: { atMs: NOW, reported: true } })).toBeNull();
  });

  it('approved after we called it expired is ended at once, and again when it is heard of later', () => {
    const active: MandateReport = { state: 'active', references: { processor: 'token_1', customer: 'cust_1' } };
    const [meanwhile] = events([CREATED, WAITS, EXPIRED], record(active), at(SECOND_MS));
    // The answer that is under way may be older than the approval.
    expect(due(CREATED, WAITS, EXPIRED, meanwhile as MandateEvent, ENDED)).toEqual(['revoke', SECOND_MS]);
    // Under a key of its own, or the processor would answer it as the first.
    const again = after(CREATED, WAITS, EXPIRED, meanwhile as MandateEvent, ENDED);
    expect(again).toMatchObject({ calls: [{ kind: 'revoke', requestedAtMs: NOW + SECOND_MS }] });
    expect(due(CREATED, WAITS, EXPIRED, meanwhile as MandateEvent, ENDED, ENDED)).toBeNull();
    expect(types([CREATED, WAITS, EXPIRED, meanwhile as MandateEvent], record(active))).toBe('');
    const [late] = events([CREATED, WAITS, EXPIRED, ENDED], record(active));
    expect(late).toMatchObject({ type: 'mandate.late_approved', data: { references: { processor: 'token_1' } } });
    const state = after(CREATED, WAITS, EXPIRED, ENDED, late as MandateEvent);
    expect(state).toMatchObject({ status: 'expired', references: { processor: 'token_1' }, calls: [{ kind: 'revoke' }] });
  });

  it('is ended twice under two keys, whatever the clock shows', () => {
    const { calls = [] } = after(CREATED, WAITS, EXPIRED, { type: 'mandate.late_approved', data: { atMs: NOW } }) as ExistingMandate;
    expect(calls.map(({ kind }) => kind)).toEqual(['revoke', 'revoke']);
    expect(new Set(calls.map(({ requestedAtMs }) => requestedAtMs)).size).toBe(2);
  });

  it.each<[AnsweredMandateRequest['outcome'], number, string]>([
    ['done', 0, 'call_answered'],
    ['unknown', 50, 'checked'],
    ['not_found', 0, 'checked'],
    ['not_found', 6, 'call_answered'],
  ])('is being ended: %s after %i tries is followed by %s', (outcome, tries, expected) => {
    const checked = Array<MandateEvent>(tries).fill({ type: 'mandate.checked', data: { atMs: NOW, checkAtMs: NOW } });
    expect(types([CREATED, EXPIRED, ...checked], answer('revoke', outcome))).toBe(expected);
  });

  it('is revoked for the merchant at once, and at the processor until it has answered, before anything else', () => {
    const [revoked] = events([CREATED, WAITS, ACTIVATED], command('mandates.revoke'));
    expect(due(CREATED, WAITS, ACTIVATED, revoked as MandateEvent)).toEqual(['revoke', 0]);
    expect(due(CREATED, WAITS, ACTIVATED, revoked as MandateEvent, ENDED)).toEqual(['return_verification', 0]);
    // What says that it is active is older than the revocation.
    expect(types([CREATED, WAITS, ACTIVATED, RETURNED, revoked as MandateEvent], record({ state: 'active' }))).toBe('');
    const byPayer: MandateEvent = { type: 'mandate.revoked', data: { atMs: NOW, by: 'customer' } };
    expect(due(CREATED, WAITS, ACTIVATED, RETURNED, byPayer)).toBeNull();
  });

  it('is paused and resumed where its processor can, and what that reports meanwhile does not count', () => {
    expect(() => events([CREATED, ACTIVATED], command('mandates.pause'))).toThrow('pause_not_supported');
    const [paused] = events([AT_CASHFREE, ACTIVATED, RETURNED], command('mandates.pause'));
    const given = [AT_CASHFREE, ACTIVATED, RETURNED, paused as MandateEvent];
    expect(due(...given)).toEqual(['pause', 0]);
    expect(types(given, record({ state: 'active' }))).toBe('');
    const [resumed] = events(given, command('mandates.resume'));
    expect(due(...given, resumed as MandateEvent)).toEqual(['resume', 0]);
    const done: MandateEvent = { type: 'mandate.call_answered', data: { kind: 'resume' } };
    expect(types([...given, resumed as MandateEvent, done], record({ state: 'paused', by: 'customer' }))).toBe('paused');
  });
});
