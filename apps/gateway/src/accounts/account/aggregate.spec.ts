import { join } from 'node:path';
import { ACCOUNT_EVENT_TYPES } from '#contracts';
import { assertGoldenFiles } from '#event-store';
import { defineAccount } from './aggregate';
import { ACCOUNT_PUBLIC_NAME } from './publish';

const aggregate = defineAccount();

describe('accounts: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => {
    expect(Object.values(ACCOUNT_PUBLIC_NAME).filter((name) => name !== null)).toEqual([...ACCOUNT_EVENT_TYPES]);
  });
});

describe('the resource of an account', () => {
  it('is in no mode, and shows no key', () => {
    const state = aggregate.evolve(aggregate.initialState, {
      type: 'account.created',
      data: { name: 'Acme', liveEnabled: true, atMs: 1_000 },
    });
    const head = {
      streamId: 'acct_1',
      accountId: 'acct_1',
      livemode: true,
      version: 1,
      sequence: 1,
      createdAtMs: 1_000,
      updatedAtMs: 2_000,
    };
    const after = aggregate.evolve(state, { type: 'account.key_held', data: { keyId: 'key_1', livemode: true } });
    expect(aggregate.render({ head, state: after })).toEqual({
      ...{ id: 'acct_1', object: 'account', livemode: null, name: 'Acme', status: 'active', live_enabled: true, live_enabled_at: 1 },
      ...{ country: 'IN', timezone: 'Asia/Kolkata', support: { email: null, phone: null, url: null }, statement_descriptor: null },
      ...{ settings: { request_log_days: 7 },
      metadata: {}, created_at: 1, updated_at: 2, sequence: 1 },
    });
  });
});
