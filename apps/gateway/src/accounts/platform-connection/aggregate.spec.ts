import { join } from 'node:path';
import type { ConnectionResource, StoredEvent } from '#contracts';
import { assertGoldenFiles } from '#event-store';
import { definePlatformConnection } from './aggregate';
import { decide } from './decide';
import type { PlatformConnectionEvent } from './events';

const aggregate = definePlatformConnection();
const connection = { id: 'conn_0QvAb12c07ABCDEFGHIJKLMN', object: 'connection', status: 'active', sequence: 1 } as ConnectionResource;
const revoked: ConnectionResource = { ...connection, status: 'revoked', sequence: 2 };

describe('connections as their platform has them: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('are events of the connection for the platform', () => {
    const event = { type: 'platform_connection.revoked', streamId: 'pconn_1', accountId: 'acct_1', occurredAtMs: 0, meta: { sequence: 2 } };
    const [before, after] = [connection, revoked].map((one) => ({ head: {} as never, state: { connection: one } }));
    expect(aggregate.publish?.(event as unknown as StoredEvent<PlatformConnectionEvent>, before!, after!)).toMatchObject({
      ...{ type: 'connection.revoked', account_id: 'acct_1', resource: { type: 'connection', id: connection.id }, sequence: 2 },
      data: { object: revoked, previous_attributes: { status: 'active' } },
    });
  });
});

describe('a fact of a connection', () => {
  const outcome = (shown: ConnectionResource | null, fact: ConnectionResource): string[] => {
    const decision = decide({ payload: { type: 'connection.updated', connection: fact } }, { connection: shown });
    return decision.accepted ? decision.events.map(({ type }) => type) : ['refused'];
  };

  it.each([
    ['the first is taken', null, connection, ['platform_connection.updated']],
    ['the next is taken', connection, revoked, ['platform_connection.updated']],
    ['one that is there is not taken again', revoked, revoked, []],
    ['an older one is not taken', revoked, connection, []],
  ])('%s', (_what, shown, fact, expected) => expect(outcome(shown, fact)).toEqual(expected));
});
