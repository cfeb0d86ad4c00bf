import type { CustomerChange, CustomerProfile, KycState, Refusal } from '#contracts';
import { replay } from '#decider';
import fc from 'fast-check';
import { INITIAL_CUSTOMER, type CustomerState } from './state';
import { decide, PAYMENT_METHODS_MAX } from './decide';
import type { CustomerEvent } from './events';
import { applyChange, evolve } from './evolve';
import type { CustomerInstruction } from './decide/instructions';
import {
  decideReservation,
  evolveReservation,
  INITIAL_RESERVATION,
  type ReservationEvent,
  type ReservationInstruction,
} from './decide/reservation';
import { DEFAULT_CUSTOMER_RULES } from './decide/rules';

const NOW_MS = 1_795_219_200_000;
const ASHA: CustomerProfile = { name: '~s1.name', email: '~s1.mail', referenceId: 'user-1', metadata: { tier: 'gold' } };
const CREATED: CustomerEvent = { type: 'customer.created', data: ASHA };
const DELETED: CustomerEvent = { type: 'customer.deleted', data: { atMs: NOW_MS } };
const ADDED: CustomerEvent = { type: 'customer.payment_method_added', data: { paymentMethodId: 'pm_1' } };
const VERIFIED: KycState = { verificationId: 'kyc_1', kycState: 'verified', validUntilMs: NOW_MS + 1_000 };
const decider = { initialState: INITIAL_CUSTOMER, evolve };

/** Given these events, when this is asked: the types of the events that follow, or the code of the refusal. */
function outcome(given: CustomerEvent[], instruction: CustomerInstruction): string[] | Refusal['code'] {
  const decision = decide(instruction, replay(decider, given), { nowMs: NOW_MS, rules: DEFAULT_CUSTOMER_RULES });
  return decision.accepted ? decision.events.map(({ type }) => type) : decision.refusal.code;
}

describe('the table of customers: every command in every state', () => {
  const states: [string, CustomerEvent[]][] = [
    ['none', []],
    ['active', [CREATED, ADDED]],
    ['deleted', [CREATED, ADDED, DELETED]],
  ];
  const table: [CustomerInstruction, unknown, unknown, unknown][] = [
    [{ type: 'CreateCustomer', profile: ASHA }, ['customer.created'], 'resource_already_exists', 'resource_already_exists'],
    [{ type: 'UpdateCustomer', change: { name: '~s1.other' } }, 'resource_missing', ['customer.updated'], 'resource_missing'],
    [{ type: 'EraseCustomer' }, 'resource_missing', ['customer.deleted'], []],
    [{ type: 'RecordKyc', kycState: VERIFIED }, 'resource_missing', ['customer.kyc_noted', 'customer.kyc_recorded'], []],
    [{ type: 'WakeCustomer' }, 'resource_missing', [], []],
    [{ type: 'RecordKeyDestroyed' }, 'resource_missing', 'state_conflict', ['customer.key_destroyed']],
    [
      { type: 'AddPaymentMethod', paymentMethodId: 'pm_2', isStrict: true },
      'resource_missing',
      ['customer.payment_method_added'],
      'resource_missing',
    ],
    [{ type: 'AddPaymentMethod', paymentMethodId: 'pm_2', isStrict: false }, 'resource_missing', ['customer.payment_method_added'], []],
    [{ type: 'RemovePaymentMethod', paymentMethodId: 'pm_1' }, 'resource_missing', ['customer.payment_method_removed'], []],
  ];

  it.each(table)('%j', (instruction, ...expected) => {
    expect(states.map(([, given]) => outcome(given, instruction))).toEqual(expected);
  });
});

describe('a customer', () => {
  it('is not one without a name, an e-mail address, a phone number or a reference', () => {
    expect(outcome([], { type: 'CreateCustomer', profile: { gstin: '~s1.tax' } })).toBe('parameter_missing');
    expect(outcome([CREATED], { type: 'UpdateCustomer', change: { name: null, email: null, referenceId: null } })).toBe(
      'parameter_missing',
    );
    expect(outcome([CREATED], { type: 'UpdateCustomer', change: { name: null, email: null } })).toEqual(['customer.updated']);
  });

  it('is changed by what differs only', () => {
    expect(outcome([CREATED], { type: 'UpdateCustomer', change: {} })).toEqual([]);
    expect(
      outcome([CREATED], { type: 'UpdateCustomer', change: { referenceId: 'user-1', metadata: { tier: 'gold', none: null } } }),
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

  it('has at most fifty keys of metadata', () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, index]));
    expect(outcome([CREATED], { type: 'UpdateCustomer', change: { metadata } })).toBe('metadata_invalid');
    expect(outcome([CREATED], { type: 'UpdateCustomer', change: { metadata: { ...metadata, tier: null } } })).toEqual(['customer.updated']);
  });

  it('pays by default with an instrument of its own, and with none once that is removed', () => {
    const choose = (id: string): CustomerInstruction => ({ type: 'UpdateCustomer', change: { defaultPaymentMethodId: id } });
    expect(outcome([CREATED, ADDED], choose('pm_2'))).toBe('resource_missing');
    expect(outcome([CREATED, ADDED], choose('pm_1'))).toEqual(['customer.updated']);
    const chosen: CustomerEvent = { type: 'customer.updated', data: { defaultPaymentMethodId: 'pm_1' } };
    const removed = ['customer.updated', 'customer.payment_method_removed'];
    expect(outcome([CREATED, ADDED, chosen], { type: 'RemovePaymentMethod', paymentMethodId: 'pm_1' })).toEqual(removed);
  });

  it('keeps a bounded number of instruments, but always the one that was paid with', () => {
    const full = Array.from({ length: PAYMENT_METHODS_MAX }, (_, index): CustomerEvent => ({
      ...ADDED,
      data: { paymentMethodId: `pm_${index}` },
    }));
    expect(outcome([CREATED, ...full], { type: 'AddPaymentMethod', paymentMethodId: 'pm_x', isStrict: true })).toBe('limit_exceeded');
    expect(outcome([CREATED, ...full], { type: 'AddPaymentMethod', paymentMethodId: 'pm_x', isStrict: false })).toEqual([
      'customer.payment_method_added',
    ]);
    expect(outcome([CREATED, ...full], { type: 'AddPaymentMethod', paymentMethodId: 'pm_1', isStrict: true })).toEqual([]);
  });

  it('that is erased has nothing personal in its state, and says once that its key is gone', () => {
    expect(replay(decider, [CREATED, ADDED, DELETED])).toEqual({ status: 'deleted', deletedAtMs: NOW_MS, isKeyDestroyed: false });
    const gone: CustomerEvent = { type: 'customer.key_destroyed', data: {} };
    expect(replay(decider, [CREATED, DELETED, gone, { type: 'customer.updated', data: { name: 'back' } }])).toMatchObject({
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
  const instruction: fc.Arbitrary<CustomerInstruction> = fc.oneof(
    { weight: 1, arbitrary: profile.map((given): CustomerInstruction => ({ type: 'CreateCustomer', profile: given })) },
    { weight: 6, arbitrary: change.map((given): CustomerInstruction => ({ type: 'UpdateCustomer', change: given })) },
    { weight: 1, arbitrary: fc.constant<CustomerInstruction>({ type: 'EraseCustomer' }) },
    { weight: 1, arbitrary: fc.constant<CustomerInstruction>({ type: 'RecordKeyDestroyed' }) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('pm_1', 'pm_2')
        .map((paymentMethodId): CustomerInstruction => ({ type: 'AddPaymentMethod', paymentMethodId, isStrict: true })),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('pm_1', 'pm_2')
        .map((paymentMethodId): CustomerInstruction => ({ type: 'RemovePaymentMethod', paymentMethodId })),
    },
  );

  /** What a reader of the API expects, told without events. */
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

  function reported(model: CustomerProfile | null, one: CustomerInstruction, before: CustomerState): CustomerProfile | null {
    if (one.type === 'CreateCustomer') return one.profile;
    return one.type === 'UpdateCustomer' && model !== null && before.status === 'active' ? expected(model, one.change) : model;
  }

  function expectSound(before: CustomerState, state: CustomerState, model: CustomerProfile | null): void {
    if (before.status === 'deleted') expect(state.status).toBe('deleted');
    if (state.status !== 'active') return;
    expect(state.profile).toEqual(model);
    if (state.defaultPaymentMethodId !== null) expect(state.paymentMethodIds).toContain(state.defaultPaymentMethodId);
  }

  it('merges as the API promises, is erased for good, and replays to the same state', () => {
    fc.assert(
      fc.property(fc.array(instruction, { maxLength: 25 }), (instructions) => {
        const log: CustomerEvent[] = [];
        let state: CustomerState = INITIAL_CUSTOMER;
        let model: CustomerProfile | null = null;
        for (const one of instructions) {
          const before = state;
          const decision = decide(one, state, { nowMs: NOW_MS, rules: DEFAULT_CUSTOMER_RULES });
          if (!decision.accepted) continue;
          log.push(...decision.events);
          state = replay({ evolve, initialState: before }, decision.events);
          model = reported(model, one, before);
          expectSound(before, state, model);
        }
        expect(replay(decider, log)).toEqual(state);
        if (state.status === 'deleted') expect(Object.keys(state).sort()).toEqual(['deletedAtMs', 'isKeyDestroyed', 'status']);
      }),
    );
  });
});

describe('a reference', () => {
  const reservation = { initialState: INITIAL_RESERVATION, evolve: evolveReservation };
  const ask = (given: ReservationEvent[], instruction: ReservationInstruction) => {
    const decision = decideReservation(instruction, replay(reservation, given));
    return decision.accepted ? decision.events.map(({ type }) => type) : decision.refusal;
  };
  const claimed: ReservationEvent = { type: 'customer_reference.claimed', data: { customerId: 'cust_1' } };
  const released: ReservationEvent = { type: 'customer_reference.released', data: { customerId: 'cust_1' } };

  it('is one customer’s until it is given back', () => {
    expect(ask([], { type: 'ClaimReference', customerId: 'cust_1' })).toEqual(['customer_reference.claimed']);
    expect(ask([claimed], { type: 'ClaimReference', customerId: 'cust_1' })).toEqual([]);
    expect(ask([claimed], { type: 'ClaimReference', customerId: 'cust_2' })).toMatchObject({
      code: 'resource_already_exists',
      details: { param: 'reference_id', existing_id: 'cust_1' },
    });
    expect(ask([claimed], { type: 'ReleaseReference', customerId: 'cust_2' })).toEqual([]);
    expect(ask([claimed], { type: 'ReleaseReference', customerId: 'cust_1' })).toEqual(['customer_reference.released']);
    expect(ask([claimed, released], { type: 'ClaimReference', customerId: 'cust_2' })).toEqual(['customer_reference.claimed']);
  });
});
