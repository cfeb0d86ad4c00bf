import fc from 'fast-check';
import type { CommandBody, MandateCommand, MandateOutcome, MandateReport, MandateTerms } from '#contracts';
import { replay } from '#decider';
import { decide } from './decide';
import type { MandateContext } from './decide/context';
import { DEFAULT_RAILS_CONFIG } from './decide/rails';
import { cycleEndMs, followUpsOf } from './decide/debits';
import type { MandateEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_MANDATE, type MandateState } from './state';
import { wakeAtMs } from './timers';

type Body = CommandBody<MandateCommand>;

const NOW = Date.parse('2026-11-25T06:00:00Z');
const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;
const UPI: MandateTerms = {
  customerId: 'cust_0QvAb12c07ABCDEFGHIJKLMN',
  instrument: { method: 'upi', vpa: 'mandate.ok@sandbox' },
  maxAmount: 50_000,
  amountRule: 'maximum',
  frequency: 'as_presented',
  debitDayRule: 'on',
  startsAtMs: NOW,
  endsAtMs: NOW + YEAR_MS,
  category: 'general',
};
const CARD: MandateTerms['instrument'] = {
  method: 'card',
  card: { scenario: '0071', brand: 'visa', last4: '0009', expiryMonth: 12, expiryYear: 2027, international: false },
};
const CONTEXT: MandateContext = {
  mandateId: 'mandate_0QvAb12c07ABCDEFGHIJKLMN',
  nowMs: NOW,
  rules: { ...DEFAULT_RAILS_CONFIG, mcc: null },
  processor: 'sandbox',
  rail: null,
  hasCustomer: () => true,
};
const DEBIT = 'debit_0QvAb12c07ABCDEFGHIJKLMN';
const DECLINED = { reason: 'payment_cancelled', networkCode: 'ZA' } as const;

const create = (terms: Partial<MandateTerms> = {}): Body => ({ type: 'mandates.create', payload: { ...UPI, ...terms } });
const act = (verb: 'pause' | 'resume' | 'revoke' | 'wake'): Body => ({ type: `mandates.${verb}`, payload: {} });
const report = (one: MandateReport): Body => ({ type: 'mandates.record_report', payload: { report: one } });
const simulate = (one: MandateOutcome): Body => ({ type: 'mandates.simulate', payload: { outcome: one } });
const after = (...events: MandateEvent[]): MandateState => replay({ initialState: INITIAL_MANDATE, evolve }, events);

const CREATED: MandateEvent = { type: 'mandate.created', data: { terms: UPI, processor: 'sandbox', expiresAtMs: NOW + 10 * MINUTE_MS } };
const WAITS: MandateEvent = { type: 'mandate.requires_action', data: { action: { kind: 'upi_intent', url: 'upi://mandate?x' } } };
const ACTIVATED: MandateEvent = { type: 'mandate.activated', data: { atMs: NOW, references: { umn: 'a'.repeat(32) } } };
const PAUSED: MandateEvent = { type: 'mandate.paused', data: { atMs: NOW, by: 'merchant' } };
const PAUSED_BY_PAYER: MandateEvent = { type: 'mandate.paused', data: { atMs: NOW, by: 'customer' } };

/** Histories that lead to every status, and to the two ways of being paused. */
const GIVEN: Readonly<Record<string, MandateEvent[]>> = {
  none: [],
  created: [CREATED],
  requires_action: [CREATED, WAITS],
  active: [CREATED, ACTIVATED],
  paused: [CREATED, ACTIVATED, PAUSED],
  'paused by the payer': [CREATED, ACTIVATED, PAUSED_BY_PAYER],
  rejected: [CREATED, { type: 'mandate.rejected', data: { atMs: NOW, failure: DECLINED } }],
  expired: [CREATED, { type: 'mandate.expired', data: { atMs: NOW } }],
  revoked: [CREATED, ACTIVATED, { type: 'mandate.revoked', data: { atMs: NOW, by: 'bank' } }],
};

/** The types of the events that follow, or the code of the refusal. */
function outcome(given: MandateEvent[], command: Body, context = CONTEXT): string {
  const decision = decide(command, after(...given), context);
  if (!decision.accepted) return [decision.refusal.code, decision.refusal.details?.reason].filter(Boolean).join(' ');
  return decision.events.map(({ type }) => type.replace('mandate.', '')).join(' ');
}

describe('the table of mandates: every command in every state', () => {
  const [MISSING, CONFLICT] = ['resource_missing', 'state_conflict'];
  const CONFLICTS = (count: number): string[] => Array<string>(count).fill(CONFLICT);
  it.each<[string, Body, string[]]>([
    ['create', create(), ['created', ...Array<string>(8).fill('resource_already_exists')]],
    ['pause', act('pause'), [MISSING, CONFLICT, CONFLICT, 'paused', CONFLICT, CONFLICT, CONFLICT, CONFLICT, CONFLICT]],
    ['resume', act('resume'), [MISSING, CONFLICT, CONFLICT, CONFLICT, 'resumed', CONFLICT, CONFLICT, CONFLICT, CONFLICT]],
    ['revoke', act('revoke'), [MISSING, CONFLICT, CONFLICT, 'revoked', 'revoked', 'revoked', CONFLICT, CONFLICT, CONFLICT]],
    ['wake', act('wake'), [MISSING, '', '', '', '', '', '', '', '']],
    [
      'the rail: the payer has to act',
      report({ state: 'requires_action', action: null }),
      [MISSING, 'requires_action', '', '', '', '', '', '', ''],
    ],
    ['the rail: approved', report({ state: 'active' }), [MISSING, 'activated', 'activated', '', 'resumed', 'resumed', '', '', '']],
    ['the rail: rejected', report({ state: 'rejected', failure: DECLINED }), [MISSING, 'rejected', 'rejected', '', '', '', '', '', '']],
    ['the rail: paused', report({ state: 'paused', by: 'customer' }), [MISSING, '', '', 'paused', '', '', '', '', '']],
    [
      'the rail: revoked',
      report({ state: 'revoked', by: 'customer' }),
      [MISSING, 'rejected', 'rejected', 'revoked', 'revoked', 'revoked', '', '', ''],
    ],
    ['the rail: expired', report({ state: 'expired' }), [MISSING, 'expired', 'expired', 'expired', 'expired', 'expired', '', '', '']],
    ['simulate approved', simulate('approved'), [MISSING, 'activated', 'activated', ...CONFLICTS(6)]],
    ['simulate declined', simulate('declined'), [MISSING, 'rejected', 'rejected', ...CONFLICTS(6)]],
    ['simulate paused', simulate('paused'), [MISSING, ...CONFLICTS(2), 'paused', ...CONFLICTS(5)]],
    ['simulate resumed', simulate('resumed'), [MISSING, ...CONFLICTS(3), 'resumed', 'resumed', ...CONFLICTS(3)]],
    ['simulate revoked', simulate('revoked'), [MISSING, ...CONFLICTS(2), 'revoked', 'revoked', 'revoked', ...CONFLICTS(3)]],
    ['simulate expired', simulate('expired'), [MISSING, 'expired', 'expired', 'expired', 'expired', 'expired', ...CONFLICTS(3)]],
    ['a debit is made', { type: 'mandates.open_debit', payload: { debitId: DEBIT } }, [MISSING, ...Array<string>(8).fill('debit_opened')]],
    [
      'a debit ends',
      { type: 'mandates.close_debit', payload: { debitId: DEBIT, hasSucceeded: false } },
      [MISSING, ...Array<string>(8).fill('debit_closed')],
    ],
    ['simulate card_reissued, on UPI', simulate('card_reissued'), [MISSING, ...CONFLICTS(8)]],
  ])('%s', (_what, command, expected) => {
    expect(Object.values(GIVEN).map((given) => outcome(given, command))).toEqual(expected);
  });
});

describe('the terms of a mandate', () => {
  const on = (method: 'card' | 'enach', terms: Partial<MandateTerms>): Body =>
    create({ instrument: method === 'card' ? CARD : { method, account: null }, ...terms });

  it.each<[string, Body, string | null, string]>([
    ['(21) ₹99,999 on UPI', create({ maxAmount: 9_999_900 }), null, 'created'],
    ['(21) a paisa more', create({ maxAmount: 9_999_901 }), null, 'parameter_invalid mandate_limit'],
    ['(21) ₹2,00,000 of an insurer', create({ maxAmount: 20_000_000 }), '6300', 'created'],
    ['(21) a paisa more of an insurer', create({ maxAmount: 20_000_001 }), '6300', 'parameter_invalid mandate_limit'],
    ['a start in the past', create({ startsAtMs: NOW - 61_000 }), null, 'parameter_invalid start_in_past'],
    ['a start a minute ago', create({ startsAtMs: NOW - 60_000 }), null, 'created'],
    [
      'a start in six years',
      create({ startsAtMs: NOW + 6 * YEAR_MS, endsAtMs: NOW + 7 * YEAR_MS }),
      null,
      'parameter_invalid start_too_late',
    ],
    ['an end at the start', create({ endsAtMs: NOW }), null, 'parameter_invalid end_before_start'],
    ['thirty years on UPI', create({ endsAtMs: Date.parse('2056-11-25T06:00:00Z') }), null, 'created'],
    ['a millisecond more', create({ endsAtMs: Date.parse('2056-11-25T06:00:00Z') + 1 }), null, 'parameter_invalid mandate_limit'],
    ['forty years on eNACH', on('enach', { endsAtMs: Date.parse('2066-11-25T06:00:00Z') }), null, 'created'],
    ['to the end of the month of the card', on('card', { endsAtMs: Date.parse('2027-12-31T18:30:00Z') }), null, 'created'],
    ['longer than the card', on('card', { endsAtMs: Date.parse('2027-12-31T18:30:00Z') + 1 }), null, 'parameter_invalid card_expires'],
    ['a day of the week', create({ frequency: 'weekly', debitDay: 7 }), null, 'created'],
    ['an eighth day of the week', create({ frequency: 'weekly', debitDay: 8 }), null, 'parameter_invalid debit_day_not_allowed'],
    ['a day of the month', create({ frequency: 'monthly', debitDay: 31 }), null, 'created'],
    ['a day without a cycle', create({ debitDay: 1 }), null, 'parameter_invalid debit_day_not_allowed'],
  ])('%s: %s', (_what, command, mcc, expected) => {
    expect(outcome([], command, { ...CONTEXT, rules: { ...DEFAULT_RAILS_CONFIG, mcc } })).toBe(expected);
  });
});

describe('a mandate', () => {
  const answering = (one: MandateReport): MandateContext => ({
    ...CONTEXT,
    rail: { register: () => one, ask: () => one, debited: () => null },
  });

  it('is created and approved in one commit where the rail answers at once', () => {
    expect(outcome([], create(), answering({ state: 'active', references: { umn: 'x' } }))).toBe('created activated');
    expect(outcome([], create(), answering({ state: 'rejected', failure: DECLINED }))).toBe('created rejected');
    expect(outcome([], create(), answering({ state: 'requires_action', action: null }))).toBe('created requires_action');
  });

  it('is paused by the merchant on UPI alone', () => {
    const card: MandateEvent = { type: 'mandate.created', data: { ...CREATED.data, terms: { ...UPI, instrument: CARD } } };
    expect(outcome([card, ACTIVATED], act('pause'))).toBe('parameter_invalid pause_not_supported');
  });

  it('expires when it is not approved in time, and when its end has come', () => {
    const [atExpiry, atEnd] = [NOW + 10 * MINUTE_MS, UPI.endsAtMs];
    expect(wakeAtMs(after(CREATED, WAITS))).toBe(atExpiry);
    expect(outcome([CREATED, WAITS], act('wake'), { ...CONTEXT, nowMs: atExpiry })).toBe('expired');
    expect(wakeAtMs(after(CREATED, ACTIVATED, PAUSED))).toBe(atEnd);
    expect(outcome([CREATED, ACTIVATED, PAUSED], act('wake'), { ...CONTEXT, nowMs: atEnd })).toBe('expired');
  });

  it('asks its rail when it may know more, and waits on when it does not', () => {
    const due = NOW + MINUTE_MS;
    const waits: MandateEvent = { type: 'mandate.requires_action', data: { action: null, checkAtMs: due } };
    expect(wakeAtMs(after(CREATED, waits))).toBe(due);
    const at = (one: MandateReport): MandateContext => ({ ...answering(one), nowMs: due });
    expect(outcome([CREATED, waits], act('wake'), at({ state: 'active' }))).toBe('activated');
    expect(outcome([CREATED, waits], act('wake'), at({ state: 'requires_action', action: null }))).toBe('checked');
    expect(wakeAtMs(after(CREATED, waits, { type: 'mandate.checked', data: { atMs: due } }))).toBe(NOW + 10 * MINUTE_MS);
  });

  it('is on the card that the bank sent after the old one, with other digits and a later expiry', () => {
    const onCard: MandateEvent = { type: 'mandate.created', data: { ...CREATED.data, terms: { ...UPI, instrument: CARD } } };
    const decision = decide(simulate('card_reissued'), after(onCard, ACTIVATED), CONTEXT);
    const events = decision.accepted ? decision.events : [];
    expect(after(onCard, ACTIVATED, ...events)).toMatchObject({
      status: 'active',
      terms: { instrument: { card: { brand: 'visa', last4: '0010', expiryMonth: 12, expiryYear: 2032 } } },
    });
  });

  it('knows its debits, and ends those that have not ended with itself', () => {
    const opened: MandateEvent = { type: 'mandate.debit_opened', data: { debitId: DEBIT } };
    const active = after(CREATED, ACTIVATED, opened);
    const revoked = after(CREATED, ACTIVATED, opened, { type: 'mandate.revoked', data: { atMs: NOW, by: 'customer' } });
    expect(followUpsOf({ before: active, after: revoked })).toEqual([
      { streamId: DEBIT, type: 'debits.end_with_mandate', payload: { status: 'revoked' } },
    ]);
    expect(revoked).toMatchObject({ debits: { open: [] } });
    expect(followUpsOf({ before: after(CREATED, ACTIVATED), after: active })).toEqual([]);
  });

  it.each([
    ['as_presented', null],
    ['daily', '2026-11-25T18:30:00Z'],
    ['weekly', '2026-12-01T18:30:00Z'],
    ['monthly', '2026-12-24T18:30:00Z'],
    ['half_yearly', '2027-05-24T18:30:00Z'],
    ['yearly', '2027-11-24T18:30:00Z'],
  ] as const)('that is %s has a cycle until %p', (frequency, end) => {
    expect(cycleEndMs({ ...UPI, frequency }, NOW)).toBe(end === null ? null : Date.parse(end));
  });

  it('keeps the numbers that came with what happened', () => {
    const accepted: MandateEvent = { type: 'mandate.requires_action', data: { action: null, references: { processor: 'token_1' } } };
    expect(after(CREATED, accepted, ACTIVATED)).toMatchObject({ references: { processor: 'token_1', umn: 'a'.repeat(32) } });
  });

  it('is never more than woken in time, and never comes back from its end, whatever is asked of it', () => {
    const reports: MandateReport[] = [
      { state: 'requires_action', action: null },
      { state: 'active' },
      { state: 'rejected', failure: DECLINED },
      { state: 'paused', by: 'customer' },
      { state: 'revoked', by: 'bank' },
      { state: 'expired' },
    ];
    const commands = [...(['pause', 'resume', 'revoke', 'wake'] as const).map(act), ...reports.map(report)];
    const step = fc.record({ command: fc.constantFrom(...commands), laterMs: fc.integer({ min: 0, max: YEAR_MS / 4 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let state = after(CREATED);
        let nowMs = NOW;
        for (const { command, laterMs } of steps) {
          nowMs += laterMs;
          const before = state;
          const decision = decide(command, before, { ...CONTEXT, nowMs });
          if (decision.accepted) state = decision.events.reduce(evolve, before);
          if ('endedAtMs' in before) expect(state).toEqual(before);
          if (command.type === 'mandates.wake') expect(wakeAtMs(state) ?? Infinity).toBeGreaterThan(nowMs);
        }
      }),
    );
  });
});
