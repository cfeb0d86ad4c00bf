import { join } from 'node:path';
import { CONNECTION_EVENT_TYPES, type ConnectionCommand } from '#contracts';
import { assertGoldenFiles } from '#event-store';
import { defineConnection } from './aggregate';
import { CONNECTION_PUBLIC_NAME } from './publish';

const aggregate = defineConnection();
const head = {
  ...{ streamId: 'conn_0QvAb12c07ABCDEFGHIJKLMN', accountId: 'acct_0QvAb12c07ABCDEFGHIJKLMN', livemode: true },
  ...{ version: 1, sequence: 1, createdAtMs: 1_000, updatedAtMs: 1_000 },
};
const TERMS = {
  ...{ appId: 'app_0QvAb12c07ABCDEFGHIJKLMN', platformAccountId: 'acct_0QvAb12c07PPPPPPPPPPPPPP' },
  ...{ scopes: ['payments:read'], grantedBy: 'usr_0QvAb12c07ABCDEFGHIJKLMN', atMs: 1_000 },
};
const state = aggregate.evolve(aggregate.initialState, { type: 'connection.created', data: TERMS });

describe('connections: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => expect(Object.values(CONNECTION_PUBLIC_NAME)).toEqual([...CONNECTION_EVENT_TYPES, null]));

  it('show whom it concerns', () => {
    const shown = { account_id: head.accountId, platform_account_id: TERMS.platformAccountId, app_id: TERMS.appId, status: 'active' };
    expect(aggregate.render({ head, state })).toMatchObject({
      ...shown,
      livemode: true,
      granted_at: 1,
      revoked_at: null,
      revoked_by: null,
    });
  });

  it('are shown to their platform until it has seen their last event', () => {
    const seen = aggregate.evolve(state, { type: 'connection.shown', data: { sequence: 1 } });
    const dueOf = (sequence: number, of = state, accountId = head.accountId) =>
      aggregate.taskOf?.({ head: { ...head, sequence, accountId }, state: of });
    expect(dueOf(1)).toEqual({ name: 'connections.show_platform', dueAtMs: 1_000, key: `${head.streamId} 1` });
    expect([dueOf(1, seen), dueOf(1, state, TERMS.platformAccountId)]).toEqual([null, null]);
    expect(dueOf(2, seen)).not.toBeNull();
  });

  it('are answered with their end when they are revoked', () => {
    const answer = aggregate.answer?.({ head, state }, { type: 'connections.revoke' } as ConnectionCommand);
    expect(answer).toEqual({ id: head.streamId, object: 'connection', deleted: true });
  });
});
