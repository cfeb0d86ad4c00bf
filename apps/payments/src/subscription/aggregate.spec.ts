import { join } from 'node:path';
import { SUBSCRIPTION_EVENT_TYPES, type Command } from '#contracts';
import { assertGoldenFiles, decideInMemory } from '#event-store';
import type { InstantDebitRail } from '../debit/decide/context';
import type { InstantRail } from '../mandate/decide/context';
import { ProcessorRegistry } from '../processors/routing/registry';
import { usualInstrument } from '../processors/sandbox/mandates';
import { defineSubscription } from './aggregate';
import { DEFAULT_SUBSCRIPTION_RULES } from './decide/rules';
import { SUBSCRIPTION_PUBLIC_NAME } from './publish';

const rail = {
  register: () => ({ state: 'active' }),
  ask: () => ({ state: 'active' }),
  debited: () => null,
  refusalOf: () => null,
} satisfies InstantRail & Pick<InstantDebitRail, 'refusalOf'>;
const live = new ProcessorRegistry([]);
const aggregate = defineSubscription({
  publicUrl: 'https://pay.example',
  rules: DEFAULT_SUBSCRIPTION_RULES,
  sandbox: { rail, usualInstrument },
  refundWindowMs: 1,
  live,
});

describe('subscriptions: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => {
    const seen = Object.values(SUBSCRIPTION_PUBLIC_NAME).filter((name) => name !== null);
    expect(new Set(seen)).toEqual(new Set(SUBSCRIPTION_EVENT_TYPES));
  });
});

describe('(6) in live mode', () => {
  it('there is none without a processor that registers mandates', () => {
    const owner = { accountId: 'acct_0QvAb12c00ABCDEFGHIJKLMN', livemode: true };
    const payload = { customerId: 'cust_0QvAb12c07ABCDEFGHIJKLMN', collection: 'automatic' };
    const command = { type: 'subscriptions.create', payload, streamId: 'sub_0QvAb12c07ABCDEFGHIJKLMN', ...owner } as unknown as Command;
    const decision = decideInMemory(aggregate, command, aggregate.initialState, { nowMs: 0, related: () => null });
    expect(decision).toMatchObject({ accepted: false, refusal: { code: 'processor_not_configured' } });
  });
});
