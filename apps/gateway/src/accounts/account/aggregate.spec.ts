import { join } from 'node:path';
import { ACCOUNT_EVENT_TYPES } from '#contracts';
import { assertGoldenFiles } from '#event-store';
import { CLEAR_ACCOUNT, SHARE_RULES, defineAccount } from './aggregate';
import { ACCOUNT_PUBLIC_NAME } from './publish';

const aggregate = defineAccount();

describe('accounts: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => {
    expect([...new Set(Object.values(ACCOUNT_PUBLIC_NAME).filter((name) => name !== null))]).toEqual([...ACCOUNT_EVENT_TYPES]);
  });
});

describe('a closed account', () => {
  it('has a task until all that it had has ended', () => {
    const head = { streamId: 'acct_1', accountId: 'acct_1', livemode: true, version: 2, sequence: 2, createdAtMs: 1, updatedAtMs: 2_000 };
    const created = { type: 'account.created', data: { name: 'Acme', liveEnabled: false, atMs: 1 } } as const;
    const closed = { type: 'account.closed', data: { by: 'usr_1', atMs: 2_000 } } as const;
    const cleared = { type: 'account.cleared', data: {} } as const;
    const tasks = [[created], [created, closed], [created, closed, cleared]].map((events) =>
      aggregate.taskOf?.({ head, state: events.reduce(aggregate.evolve, aggregate.initialState) }),
    );
    expect(tasks).toEqual([null, { name: CLEAR_ACCOUNT, dueAtMs: 2_000, key: 'acct_1' }, null]);
  });
});

describe('an account whose rules change', () => {
  it('has a task until the payments service has them', () => {
    const head = { streamId: 'acct_1', accountId: 'acct_1', livemode: true, version: 2, sequence: 2, createdAtMs: 1, updatedAtMs: 2_000 };
    const created = { type: 'account.created', data: { name: 'Acme', liveEnabled: false, atMs: 1 } } as const;
    const decided = { type: 'account.updated', data: { rules: { afterDunning: 'cancel' } } } as const;
    const shared = { type: 'account.rules_shared', data: { afterDunning: 'cancel' } } as const;
    const undecided = { type: 'account.updated', data: { rules: { afterDunning: null } } } as const;
    const tasks = [[decided], [decided, shared], [decided, shared, undecided]].map((events) =>
      aggregate.taskOf?.({ head, state: [created, ...events].reduce(aggregate.evolve, aggregate.initialState) }),
    );
    const task = { name: SHARE_RULES, dueAtMs: 2_000, key: 'acct_1' };
    expect(tasks).toEqual([task, null, task]);
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
      ...{ legal_name: null, live_requested_at: null },
      ...{ country: 'IN', timezone: 'Asia/Kolkata', support: { email: null, phone: null, url: null }, statement_descriptor: null },
      branding: { display_name: null, color: null, logo_file_id: null },
      settings: {
        ...{ request_log_days: 7, late_authorization: null, payment_methods: ['upi', 'card', 'netbanking'], developer_contacts: [] },
        ...{ after_dunning: 'halt', unique_reference_id: false, require_two_factor: false, on_leak: 'revoke' },
      },
      ...{ metadata: {}, created_at: 1, updated_at: 2, sequence: 1 },
    });
  });
});
