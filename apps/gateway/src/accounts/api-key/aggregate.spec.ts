import { join } from 'node:path';
import { API_KEY_EVENT_TYPES, type ApiKeyCommand, type Command } from '#contracts';
import { assertGoldenFiles, decideInMemory } from '#event-store';
import { defineApiKey, DESTROY_TEXT, LOOK_AT_USE } from './aggregate';
import type { ApiKeyEvent } from './events';
import { API_KEY_PUBLIC_NAME } from './publish';
import type { ApiKeyState } from './state';

const OWNER = { accountId: 'acct_0QvAb12c07ABCDEFGHIJKLMN', livemode: false };
const KEY = 'key_0QvAb12c07ABCDEFGHIJKLMN';
const NEXT = 'key_0QvAb12c07NNNNNNNNNNNNNN';
const MAKER = 'key_0QvAb12c07MMMMMMMMMMMMMM';
const DAY_MS = 86_400_000;
const aggregate = defineApiKey();

type Asked = Pick<Command, 'type' | 'payload'> & Partial<Pick<Command, 'actor' | 'dryRun'>>;
const BY_OPERATOR = { kind: 'operator', id: 'asha', address: null } as const;
const commandOf = (asked: Asked): ApiKeyCommand => ({ streamId: KEY, ...OWNER, actor: BY_OPERATOR, ...asked }) as unknown as ApiKeyCommand;
const TERMS = { kind: 'restricted', name: 'Export', scopes: ['payments:read'], allowedAddresses: [], hint: 'rk_test_0QvA…QmVp' };
const create = { type: 'api_keys.create', payload: { ...TERMS, sealedText: '~s1.key.text', idleKeyIds: ['key_idle'] } };
const roll = (overlapSeconds: number): Asked => ({
  type: 'api_keys.roll',
  payload: { newKeyId: NEXT, sealedText: '~s1.next.text', hint: 'rk_test_0QvA…Next', overlapSeconds },
});
const revoke = (reason: string): Asked => ({ type: 'api_keys.revoke', payload: { reason } });

interface Outcome {
  followUps: object[];
  answeredBy: number | undefined;
  after: ApiKeyState;
}

/** What the command asks of others, and the state after it. */
function decided(state: ApiKeyState, asked: Asked, nowMs = DAY_MS): Outcome {
  const decision = decideInMemory(aggregate, commandOf(asked), state, { nowMs, related: () => null });
  if (!decision.accepted) throw new Error(`refused: ${decision.refusal.code}`);
  const events = decision.events as ApiKeyEvent[];
  const after = events.reduce((now, event) => aggregate.evolve(now, event), state);
  return { followUps: [...(decision.followUps ?? [])], answeredBy: decision.answeredBy, after };
}
const ofAccount = (type: string, payload: object): object => ({ streamId: OWNER.accountId, type, payload, livemode: true });
const made = (): ApiKeyState => decided(aggregate.initialState, create).after;

describe('API keys: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => {
    const names = new Set(Object.values(API_KEY_PUBLIC_NAME).filter((name) => name !== null));
    expect([...names]).toEqual([...API_KEY_EVENT_TYPES]);
  });
});

describe('an API key asks its account, in the same commit', () => {
  const held = { keyId: KEY, livemode: false, idleKeyIds: ['key_idle'] };

  it('to have it, as made by the key that made it', () => {
    expect(decided(aggregate.initialState, create).followUps).toEqual([ofAccount('accounts.hold_key', held)]);
    const byKey = { ...create, actor: { kind: 'api_key', id: MAKER, address: null } } as const;
    expect(decided(aggregate.initialState, byKey).followUps).toEqual([ofAccount('accounts.hold_key', { ...held, makerKeyId: MAKER })]);
  });

  it('to let go of it with what it made, when it is revoked', () => {
    const released = { keyId: KEY, takesAlong: true };
    expect(decided(made(), revoke('requested')).followUps).toEqual([ofAccount('accounts.release_key', released)]);
  });

  it('for nothing when it is taken along: the account knows', () => {
    expect(decided(made(), revoke('maker_revoked')).followUps).toEqual([]);
  });

  it('to let go of it with what it made, when its time is over', () => {
    const expiring = aggregate.evolve(made(), { type: 'api_key.updated', data: { expiresAtMs: DAY_MS } });
    const released = { keyId: KEY, takesAlong: true };
    expect(decided(expiring, { type: 'api_keys.end', payload: {} })).toMatchObject({
      followUps: [ofAccount('accounts.release_key', released)],
      after: { status: 'expired' },
    });
  });

  it('is rolled into a new key that is what it was, and answers', () => {
    const { followUps, answeredBy } = decided(made(), roll(60));
    const payload = { ...TERMS, hint: 'rk_test_0QvA…Next', sealedText: '~s1.next.text', idleKeyIds: [], rolledFrom: KEY };
    expect([followUps, answeredBy]).toEqual([[{ streamId: NEXT, type: 'api_keys.create', payload }], 0]);
    expect(decided(made(), roll(0)).followUps).toEqual([
      { streamId: NEXT, type: 'api_keys.create', payload },
      ofAccount('accounts.release_key', { keyId: KEY, takesAlong: false }),
    ]);
  });

  it('to have the new key in the place of the one it was rolled from, as made by the key that rolled it', () => {
    const successor = { ...create, payload: { ...create.payload, rolledFrom: NEXT } } as const;
    const byKey = { ...successor, actor: { kind: 'api_key', id: MAKER, address: null } } as const;
    const wanted = { keyId: KEY, livemode: false, idleKeyIds: ['key_idle'], takesPlaceOf: NEXT };
    expect(decided(aggregate.initialState, successor).followUps).toEqual([ofAccount('accounts.hold_key', wanted)]);
    expect(decided(aggregate.initialState, byKey).followUps).toEqual([ofAccount('accounts.hold_key', { ...wanted, makerKeyId: MAKER })]);
  });
});

describe('an API key has to do', () => {
  const ending = (days: number): ApiKeyState =>
    decided(aggregate.initialState, { ...create, payload: { ...create.payload, expiresAtMs: days * DAY_MS } }).after;
  const head = { streamId: KEY, updatedAtMs: DAY_MS } as never;
  const dueOf = (state: ApiKeyState) => [aggregate.timer?.dueAtMs(state), aggregate.taskOf?.({ head, state })];

  it('nothing without an end', () => expect(dueOf(made())).toEqual([null, null]));

  it('its end, and before it the notices', () => {
    expect(dueOf(ending(30))).toEqual([30 * DAY_MS, { name: LOOK_AT_USE, dueAtMs: 23 * DAY_MS, key: `${KEY} 7` }]);
    const looked = aggregate.evolve(ending(30), { type: 'api_key.expiring_unused', data: { days: 7 } });
    expect(dueOf(looked)).toEqual([30 * DAY_MS, { name: LOOK_AT_USE, dueAtMs: 29 * DAY_MS, key: `${KEY} 1` }]);
  });

  it('once it has ended, to have its text destroyed, and then nothing', () => {
    const ended = decided(ending(30), revoke('leaked')).after;
    expect(dueOf(ended)).toEqual([null, { name: DESTROY_TEXT, dueAtMs: DAY_MS, key: KEY }]);
    expect(dueOf(aggregate.evolve(ended, { type: 'api_key.text_destroyed', data: {} }))).toEqual([null, null]);
  });
});

describe('the answer about an API key', () => {
  const snapshot = { head: { streamId: KEY, ...OWNER, version: 1, sequence: 1, createdAtMs: DAY_MS, updatedAtMs: DAY_MS }, state: made() };

  it('has its text where it is made, and nowhere else', () => {
    expect(aggregate.answer?.(snapshot, commandOf(create))).toMatchObject({ id: KEY, secret: '~s1.key.text', status: 'active' });
    expect(aggregate.answer?.(snapshot, commandOf({ ...create, dryRun: true }))).toMatchObject({ secret: null });
    expect(aggregate.answer?.(snapshot, commandOf({ type: 'api_keys.update', payload: {} }))).toMatchObject({ secret: null });
    expect(JSON.stringify(aggregate.render(snapshot))).not.toContain('~s1.');
  });
});
