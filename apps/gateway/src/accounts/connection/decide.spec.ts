import type { ConnectionCommand } from '#contracts';
import { replay } from '#decider';
import { decide } from './decide';
import type { ConnectionEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_CONNECTION, type ConnectionState } from './state';

const NOW_MS = 1_000_000;
const TERMS = {
  ...{ appId: 'app_0QvAb12c07ABCDEFGHIJKLMN', platformAccountId: 'acct_0QvAb12c07PPPPPPPPPPPPPP' },
  ...{ scopes: ['payments:read'], grantedBy: 'usr_0QvAb12c07ABCDEFGHIJKLMN' },
};
const AGAIN = { scopes: ['payments:write'], grantedBy: 'usr_0QvAb12c07BBBBBBBBBBBBBB' };
const asked = (type: string, payload: object) => ({ type, payload }) as unknown as ConnectionCommand;
const create = asked('connections.create', TERMS);
const update = asked('connections.update', AGAIN);
const revoke = asked('connections.revoke', { by: 'platform' });
const shown = asked('connections.record_shown', { sequence: 1 });

const CREATED: ConnectionEvent = { type: 'connection.created', data: { ...TERMS, atMs: 1 } };
const REVOKED: ConnectionEvent = { type: 'connection.revoked', data: { by: 'account', atMs: 2 } };
const after = (...events: ConnectionEvent[]): ConnectionState => replay({ initialState: INITIAL_CONNECTION, evolve }, events);

/** Given these events, when this is asked: the types of the events that follow, or the code and parameter of the refusal. */
function outcome(given: ConnectionEvent[], command: ConnectionCommand): string[] | string {
  const decision = decide(command, after(...given), NOW_MS);
  if (decision.accepted) return decision.events.map(({ type }) => type);
  return `${decision.refusal.code} ${decision.refusal.details?.param ?? ''}`.trim();
}

describe('the table of connections: every command in every state', () => {
  const [missing, exists, over] = ['resource_missing id', 'resource_already_exists', 'state_conflict id'];
  it.each<[ConnectionCommand, ...unknown[]]>([
    //        none                      active                      revoked
    [create, ['connection.created'], exists, exists],
    [update, missing, ['connection.updated'], over],
    [revoke, missing, ['connection.revoked'], []],
    [shown, missing, ['connection.shown'], ['connection.shown']],
  ])('%j', (command, ...expected) => expect([[], [CREATED], [CREATED, REVOKED]].map((given) => outcome(given, command))).toEqual(expected));
});

describe('a connection', () => {
  it('has the scopes that were last consented to, and who did', () => {
    expect(after(CREATED, { type: 'connection.updated', data: { ...AGAIN, atMs: 5 } })).toMatchObject({
      ...{ status: 'active', ...AGAIN, appId: TERMS.appId, grantedAtMs: 5, madeAtMs: 1 },
    });
  });

  it('is shown to its platform once', () =>
    expect(outcome([CREATED, { type: 'connection.shown', data: { sequence: 1 } }], shown)).toEqual([]));

  it('keeps who ended it first', () =>
    expect(after(CREATED, REVOKED)).toMatchObject({ status: 'revoked', revokedBy: 'account', revokedAtMs: 2 }));
});
