import {
  MAX_AMOUNT_MINOR,
  type CommandBody,
  type CustomerChange,
  type CustomerProfile,
  type KycState,
  type Refusal,
  type SavedInstrument,
} from '#contracts';
import { replay } from '#decider';
import fc from 'fast-check';
import { balanceOf, INITIAL_CUSTOMER, type CustomerState, type DeletedCustomer } from './state';
import { decide, PAYMENT_METHODS_MAX, type AnyCustomerCommand } from './decide';
import type { CustomerEvent } from './events';
import { applyChange, evolve } from './evolve';
import { DEFAULT_CUSTOMER_RULES } from './decide/rules';

type Body = CommandBody<AnyCustomerCommand>;

const NOW_MS = 1_795_219_200_000;
const saved = (paymentMethodId: string) => ({ paymentMethodId, instrument: { method: 'upi' as const, vpa: 'asha@upi' } });
const attach = (id: string): Body => ({ type: 'customers.attach_payment_method', payload: saved(id) });
const save = (id: string): Body => ({ type: 'customers.save_payment_method', payload: saved(id) });
const ASHA: CustomerProfile = { name: '~s1.name', email: '~s1.mail', referenceId: 'user-1', metadata: { tier: 'gold' } };
const CREATED: CustomerEvent = { type: 'customer.created', data: ASHA };
const DELETED: CustomerEvent = { type: 'customer.deleted', data: { atMs: NOW_MS } };
const ADDED: CustomerEvent = { type: 'customer.payment_method_added', data: { paymentMethodId: 'pm_1' } };
const VERIFIED: KycState = { verificationId: 'kyc_1', kycState: 'verified', validUntilMs: NOW_MS + 1_000 };
const CONTEXT = { nowMs: NOW_MS, rules: DEFAULT_CUSTOMER_RULES, transactionIdOf: (number: number) => `cbtxn_${number}` };
const credit = (amount: number): Body => ({ type: 'customers.change_balance', payload: { amount, currency: 'INR', type: 'credit_note' } });
const adjust = (amount: number, currency = 'INR'): Body => ({
  type: 'customers.adjust_balance',
  payload: { amount, currency, transactionId: 'cbtxn_a' },
});
const decider = { initialState: INITIAL_CUSTOMER, evolve };

/** Given these events, when this is asked: the types of the events that follow, or the code of the refusal. */
function outcome(given: CustomerEvent[], command: Body): string[] | Refusal['code'] {
  const decision = decide(command, replay(decider, given), CONTEXT);
  return decision.accepted ? decision.events.map(({ type }) => type) : decision.refusal.code;
}

describe('the table of customers: every command in every state', () => {
  const states: [string, CustomerEvent[]][] = [
    ['none', []],
    ['active', [CREATED, ADDED]],
    ['deleted', [CREATED, ADDED, DELETED]],
  ];
  const table: [Body, unknown, unknown, unknown][] = [
    [{ type: 'customers.create', payload: ASHA }, ['customer.created'], 'resource_already_exists', 'resource_already_exists'],
    [{ type: 'customers.update', payload: { name: '~s1.other' } }, 'resource_missing', ['customer.updated'], 'resource_missing'],
    [{ type: 'customers.erase', payload: {} }, 'resource_missing', ['customer.deleted'], []],
    [{ type: 'customers.record_kyc', payload: VERIFIED }, 'resource_missing', ['customer.kyc_noted', 'customer.kyc_recorded'], []],
    [{ type: 'customers.wake', payload: {} }, 'resource_missing', [], []],
    [
      { type: 'customers.record_buyers_kept', payload: { throughInvoiceId: 'inv_1' } },
      'resource_missing',
      'state_conflict',
      ['customer.buyers_kept'],
    ],
    [{ type: 'customers.record_key_destroyed', payload: {} }, 'resource_missing', 'state_conflict', ['customer.key_destroyed']],
    [attach('pm_2'), 'resource_missing', ['customer.payment_method_added'], 'resource_missing'],
    [save('pm_2'), 'resource_missing', ['customer.payment_method_added'], []],
    [
      { type: 'customers.remove_payment_method', payload: { paymentMethodId: 'pm_1' } },
      'resource_missing',
      ['customer.payment_method_removed'],
      [],
    ],
    [credit(-5_000), 'resource_missing', ['customer.balance_changed'], ['customer.balance_changed']],
    [
      { type: 'customers.record_invoice', payload: { invoiceId: 'inv_1', currency: 'INR', isOpen: true } },
      'resource_missing',
      ['customer.invoice_opened'],
      [],
    ],
    [adjust(-5_000), 'resource_missing', ['customer.balance_changed'], 'resource_missing'],
  ];

  it.each(table)('%j', (command, ...expected) => {
    expect(states.map(([, given]) => outcome(given, command))).toEqual(expected);
  });
});

describe('the balance of a customer', () => {
  const after = (...commands: Body[]): CustomerState =>
    commands.reduce<CustomerState>(
      (state, one) => {
        const decision = decide(one, state, CONTEXT);
        return decision.accepted ? replay({ evolve, initialState: state }, decision.events) : state;
      },
      replay(decider, [CREATED]),
    );

  it('is apart for each currency, and each change has an id of its own', () => {
    const state = after(credit(-5_000), adjust(-700, 'USD'), credit(2_000));
    expect([balanceOf(state, 'INR'), balanceOf(state, 'USD'), balanceOf(state, 'EUR')]).toEqual([-3_000, -700, 0]);
    const decision = decide(credit(1), state, CONTEXT);
    expect(decision).toMatchObject({ events: [{ data: { transactionId: 'cbtxn_4', amount: 1, endingBalance: -2_999 } }] });
  });

  it('outlives an erasure, and changes after it', () => {
    const state = after(credit(-5_000), { type: 'customers.erase', payload: {} }, credit(2_000));
    expect([state.status, balanceOf(state, 'INR')]).toEqual(['deleted', -3_000]);
  });

  it('does not change by nothing', () => {
    expect(outcome([CREATED], credit(0))).toEqual([]);
  });

  it('is adjusted in a currency that is taken, up to the largest payment', () => {
    expect(outcome([CREATED], adjust(-5_000, 'XTS'))).toBe('parameter_invalid');
    const state = after(adjust(-MAX_AMOUNT_MINOR));
    expect(decide(adjust(-1), state, CONTEXT)).toMatchObject({ refusal: { code: 'amount_too_large', details: { param: 'amount' } } });
    expect(decide(credit(-1), state, CONTEXT)).toMatchObject({ accepted: true });
  });
});

describe('a customer', () => {
  it('is not one without a name, an e-mail address, a phone number or a reference', () => {
    expect(outcome([], { type: 'customers.create', payload: { gstin: '~s1.tax' } })).toBe('parameter_missing');
    expect(outcome([CREATED], { type: 'customers.update', payload: { name: null, email: null, referenceId: null } })).toBe(
      'parameter_missing',
    );
    expect(outcome([CREATED], { type: 'customers.update', payload: { name: null, email: null } })).toEqual(['customer.updated']);
  });

  it('is changed by what differs only', () => {
    expect(outcome([CREATED], { type: 'customers.update', payload: {} })).toEqual([]);
    expect(
      outcome([CREATED], { type: 'customers.update', payload: { referenceId: 'user-1', metadata: { tier: 'gold', none: null } } }),
    ).toEqual([]);
  });

  it('has an address and metadata that are merged key by key, and emptied by null', () => {
    const moved = applyChange(
      { ...ASHA, address: { line1: 'a', city: 'b' } },
      { address: { city: null, country: 'c' }, metadata: { a: 1, tier: null } },
    );
    expect(moved).toMatchObject({ address: { line1: 'a', country: 'c' }, metadata: { a: 1 } });
    expect(moved.address).not.toHaveProperty('city');
    expect(applyChange(moved, { address: { line1: null, country: null } })).not.toHaveProperty('address');
    expect(applyChange(moved, { address: null, metadata: null })).toEqual({ name: '~s1.name', email: '~s1.mail', referenceId: 'user-1' });
  });

  it('has a place of supply that follows the parts of the address that change', () => {
    const placed = applyChange(ASHA, { taxPlace: { gstinState: '29', state: '27', country: 'IN' }, gstCategory: 'sez' });
    expect(placed).toMatchObject({ taxPlace: { gstinState: '29', state: '27', country: 'IN' }, gstCategory: 'sez' });
    expect(applyChange(placed, { taxPlace: { gstinState: null }, gstCategory: 'regular' })).toMatchObject({
      taxPlace: { state: '27', country: 'IN' },
      gstCategory: 'regular',
    });
    expect(applyChange(placed, { taxPlace: { gstinState: null, state: null, country: null } })).not.toHaveProperty('taxPlace');
  });

  it('has at most fifty keys of metadata', () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, index]));
    expect(outcome([CREATED], { type: 'customers.update', payload: { metadata } })).toBe('metadata_invalid');
    expect(outcome([CREATED], { type: 'customers.update', payload: { metadata: { ...metadata, tier: null } } })).toEqual([
      'customer.updated',
    ]);
  });

  it('pays by default with an instrument of its own, and with none once that is removed', () => {
    const choose = (id: string): Body => ({ type: 'customers.update', payload: { defaultPaymentMethodId: id } });
    expect(outcome([CREATED, ADDED], choose('pm_2'))).toBe('resource_missing');
    expect(outcome([CREATED, ADDED], choose('pm_1'))).toEqual(['customer.updated']);
    const chosen: CustomerEvent = { type: 'customer.updated', data: { defaultPaymentMethodId: 'pm_1' } };
    const removed = ['customer.updated', 'customer.payment_method_removed'];
    expect(outcome([CREATED, ADDED, chosen], { type: 'customers.remove_payment_method', payload: { paymentMethodId: 'pm_1' } })).toEqual(
      removed,
    );
  });

  it('keeps a bounded number of instruments, but always the one that was paid with', () => {
    const full = Array.from({ length: PAYMENT_METHODS_MAX }, (_, index): CustomerEvent => ({
      ...ADDED,
      data: { paymentMethodId: `pm_${index}` },
    }));
    expect(outcome([CREATED, ...full], attach('pm_x'))).toBe('limit_exceeded');
    expect(outcome([CREATED, ...full], save('pm_x'))).toEqual(['customer.payment_method_added']);
    expect(outcome([CREATED, ...full], attach('pm_1'))).toEqual([]);
  });

  describe('with a fingerprint of the instrument', () => {
    const card = (expiryYear: number, digest = 'd1'): SavedInstrument => ({
      method: 'card',
      card: { scenario: '0000', brand: 'visa', last4: '0005', expiryMonth: 1, expiryYear, international: false },
      fingerprint: { digest },
    });
    const attached = (id: string, instrument: SavedInstrument): Body => ({
      type: 'customers.attach_payment_method',
      payload: { paymentMethodId: id, instrument },
    });
    const KNOWN: CustomerEvent = { type: 'customer.payment_method_added', data: { paymentMethodId: 'pm_1', digest: 'd1' } };

    it('saves an instrument once, also when there are as many as there may be', () => {
      const others = Array.from({ length: PAYMENT_METHODS_MAX - 1 }, (_, index): CustomerEvent => ({
        ...ADDED,
        data: { paymentMethodId: `pm_o${index}` },
      }));
      expect(outcome([CREATED, KNOWN], attached('pm_2', card(2035)))).toEqual([]);
      expect(outcome([CREATED, KNOWN, ...others], attached('pm_2', card(2035)))).toEqual([]);
      expect(outcome([CREATED, KNOWN], attached('pm_2', card(2035, 'd2')))).toEqual(['customer.payment_method_added']);
    });

    it('saves an instrument again that was removed', () => {
      const removed: CustomerEvent = { type: 'customer.payment_method_removed', data: { paymentMethodId: 'pm_1' } };
      expect(outcome([CREATED, KNOWN, removed], attached('pm_2', card(2035)))).toEqual(['customer.payment_method_added']);
    });

    it('keeps no digest of an erased customer', () => {
      expect(replay(decider, [CREATED, KNOWN, DELETED])).not.toHaveProperty('instruments');
    });

    it('refuses a card whose last month has ended', () => {
      expect(outcome([CREATED], attached('pm_2', card(2026)))).toBe('parameter_invalid');
      expect(outcome([CREATED], attached('pm_2', card(2027)))).toEqual(['customer.payment_method_added']);
    });
  });

  it('that is erased is taxed as it was last', () => {
    const moved: CustomerEvent = { type: 'customer.updated', data: { taxPlace: { state: '29' }, gstCategory: 'sez' } };
    expect(replay(decider, [CREATED, moved, DELETED])).toMatchObject({ tax: { taxPlace: { state: '29' }, gstCategory: 'sez' } });
  });

  it('that is erased has nothing personal in its state, and says once that its key is gone', () => {
    expect(replay(decider, [CREATED, ADDED, DELETED])).toEqual({ status: 'deleted', deletedAtMs: NOW_MS, isKeyDestroyed: false });
    const gone: CustomerEvent = { type: 'customer.key_destroyed', data: {} };
    const late: CustomerEvent = { type: 'customer.updated', data: { name: 'back' } };
    expect(replay(decider, [CREATED, DELETED, gone, late])).toMatchObject({
      status: 'deleted',
      isKeyDestroyed: true,
    });
  });
});

describe('any life of a customer', () => {
  const token = fc.string({ minLength: 1, maxLength: 5 });
  const change: fc.Arbitrary<CustomerChange> = fc.record(
    {
      name: fc.option(token),
      email: fc.option(token),
      phone: fc.option(token),
      address: fc.option(fc.record({ city: fc.option(token), line1: fc.option(token) }, { requiredKeys: [] })),
      referenceId: fc.option(token),
      metadata: fc.option(fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.option(fc.integer()))),
    },
    { requiredKeys: [] },
  );
  const profile: fc.Arbitrary<CustomerProfile> = fc.record({
    name: token,
    metadata: fc.dictionary(fc.constantFrom('a', 'b'), fc.integer()),
  });
  const command: fc.Arbitrary<Body> = fc.oneof(
    { weight: 1, arbitrary: profile.map((given): Body => ({ type: 'customers.create', payload: given })) },
    { weight: 6, arbitrary: change.map((given): Body => ({ type: 'customers.update', payload: given })) },
    { weight: 1, arbitrary: fc.constant<Body>({ type: 'customers.erase', payload: {} }) },
    { weight: 1, arbitrary: fc.constant<Body>({ type: 'customers.record_buyers_kept', payload: { throughInvoiceId: 'inv_1' } }) },
    { weight: 1, arbitrary: fc.constant<Body>({ type: 'customers.record_key_destroyed', payload: {} }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('pm_1', 'pm_2').map(attach),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('pm_1', 'pm_2')
        .map((paymentMethodId): Body => ({ type: 'customers.remove_payment_method', payload: { paymentMethodId } })),
    },
  );

  /** What a reader of the API expects, without events. */
  function expected(model: CustomerProfile, { name, email, phone, referenceId, address, metadata }: CustomerChange): CustomerProfile {
    const next: Record<string, unknown> = { ...model };
    for (const [key, value] of Object.entries({ name, email, phone, referenceId })) if (value !== undefined) next[key] = value ?? undefined;
    const merged = (before: object | undefined, patch: object | null | undefined, keepsEmpty: boolean): unknown => {
      if (patch === undefined) return before;
      if (patch === null) return undefined;
      const entries = Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null);
      return entries.length > 0 || keepsEmpty ? Object.fromEntries(entries) : undefined;
    };
    next.address = merged(model.address, address, false);
    next.metadata = merged(model.metadata, metadata, true);
    return JSON.parse(JSON.stringify(next)) as CustomerProfile;
  }

  function reported(model: CustomerProfile | null, one: Body, before: CustomerState): CustomerProfile | null {
    if (one.type === 'customers.create') return one.payload;
    return one.type === 'customers.update' && model !== null && before.status === 'active' ? expected(model, one.payload) : model;
  }

  function expectSound(before: CustomerState, state: CustomerState, model: CustomerProfile | null): void {
    if (before.status === 'deleted') expect(state.status).toBe('deleted');
    if (state.status !== 'active') return;
    expect(state.profile).toEqual(model);
    if (state.defaultPaymentMethodId !== null) expect(state.paymentMethodIds).toContain(state.defaultPaymentMethodId);
  }

  it('merges as the API promises, is erased for good, and replays to the same state', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
        const log: CustomerEvent[] = [];
        let state: CustomerState = INITIAL_CUSTOMER;
        let model: CustomerProfile | null = null;
        for (const one of commands) {
          const before = state;
          const decision = decide(one, state, CONTEXT);
          if (!decision.accepted) continue;
          log.push(...decision.events);
          state = replay({ evolve, initialState: before }, decision.events);
          model = reported(model, one, before);
          expectSound(before, state, model);
        }
        expect(replay(decider, log)).toEqual(state);
        // The id of an invoice, and nothing of the person.
        if (state.status === 'deleted' && state.keptThroughId !== undefined) expect(state.keptThroughId).toBe('inv_1');
        const { keptThroughId: _id, ...rest } = state as DeletedCustomer;
        if (state.status === 'deleted') expect(Object.keys(rest).sort()).toEqual(['deletedAtMs', 'isKeyDestroyed', 'status']);
      }),
    );
  });
});
