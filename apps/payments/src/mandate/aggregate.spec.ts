import { join } from 'node:path';
import { MANDATE_EVENT_TYPES, type Command, type MandateTerms } from '#contracts';
import { assertGoldenFiles, decideInMemory, type Snapshot } from '#event-store';
import type { CustomerState } from '../customer/state';
import { ProcessorRegistry } from '../processors/routing/registry';
import { defineMandate } from './aggregate';
import { DEFAULT_RAILS_CONFIG } from './decide/rails';
import { MANDATE_PUBLIC_NAME } from './publish';

const NOW = Date.parse('2026-11-25T06:00:00Z');
const OWNER = { accountId: 'acct_0QvAb12c00ABCDEFGHIJKLMN', livemode: false };
const ID = 'mandate_0QvAb12c07ABCDEFGHIJKLMN';
const CUSTOMER = 'cust_0QvAb12c07ABCDEFGHIJKLMN';
const TERMS: MandateTerms = {
  customerId: CUSTOMER,
  instrument: { method: 'upi', vpa: null },
  maxAmount: 49_900,
  amountRule: 'maximum',
  frequency: 'as_presented',
  debitDayRule: 'on',
  startsAtMs: NOW,
  endsAtMs: NOW + 86_400_000,
  category: 'general',
};
const aggregate = defineMandate({
  publicUrl: 'https://pay.example',
  live: new ProcessorRegistry([]),
  rules: { ...DEFAULT_RAILS_CONFIG, mcc: null },
  sandbox: { name: 'sandbox', rail: { register: () => ({ state: 'active' }), ask: () => ({ state: 'active' }), debited: () => null } },
});

/** The events of a create, or its refusal, given the status of the customer; null for one that is not there. */
function created(status: CustomerState['status'] | null, livemode = false): unknown {
  const command = { type: 'mandates.create', payload: TERMS, streamId: ID, ...OWNER, livemode } as unknown as Command;
  const related = (id: string) => (id === CUSTOMER && status !== null ? ({ state: { status } } as Snapshot) : null);
  const decision = decideInMemory(aggregate, command, aggregate.initialState, { nowMs: NOW, related });
  return decision.accepted ? decision.events.map(({ type }) => type) : decision.refusal;
}

describe('mandates: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => {
    const seen = Object.values(MANDATE_PUBLIC_NAME).filter((name) => name !== null);
    expect(seen).toEqual([...MANDATE_EVENT_TYPES]);
  });
});

describe('a mandate is made', () => {
  it('of a customer who is there', () => {
    expect(created('active')).toEqual(['mandate.created', 'mandate.activated']);
    expect(created(null)).toEqual({ code: 'resource_missing', details: { param: 'customer_id' } });
    expect(created('deleted')).toEqual({
      code: 'resource_missing',
      details: { param: 'customer_id', message: 'The customer is deleted.' },
    });
  });

  it('in test mode alone, while no processor of live mode registers mandates', () => {
    expect(created('active', true)).toMatchObject({ code: 'processor_not_configured', details: { reason: 'no_processor_for_mandate' } });
  });
});
