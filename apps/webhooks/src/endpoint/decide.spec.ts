import fc from 'fast-check';
import { replay } from '#decider';
import { COMMANDS, freshKeys, HISTORY, NOW_MS } from '../../test/endpoint-histories';
import { endpointPayload } from '../../test/endpoint-commands';
import { decide, type EndpointCommandBody } from './decide';
import { INITIAL_ENDPOINT, type EndpointState, type LiveEndpoint } from './state';
import type { EndpointEvent } from './events';
import { evolve } from './evolve';
import { isUnexpired, UNEXPIRED_KEYS_MAX } from './decide/secrets';

const decider = { initialState: INITIAL_ENDPOINT, evolve };
const given = (history: readonly EndpointEvent[]): EndpointState => replay(decider, history);
const HOUR_MS = 3_600_000;

/** The names of the events without their first word, or the code of the refusal. */
function outcome(command: EndpointCommandBody, state: EndpointState, nowMs = NOW_MS): string {
  const decision = decide(command, state, { nowMs });
  if (!decision.accepted) return decision.refusal.code;
  return decision.events.map(({ type }) => type.replace('webhook_endpoint.', '')).join(' ') || '-';
}

const MISSING = 'resource_missing';
const CONFLICT = 'state_conflict';
/** Every command in every state: events, `-` for accepted without one, or a refusal. */
const TABLE: Record<keyof typeof COMMANDS, Record<keyof typeof HISTORY, string>> = {
  create: row('created', 'resource_already_exists', 'resource_already_exists'),
  update: row(MISSING, 'updated', MISSING),
  'update to what is': row(MISSING, '-', MISSING),
  'update status enabled': {
    ...row(MISSING, '-', MISSING),
    'disabled by the account': 'enabled',
    'disabled for failing': 'enabled',
    'disabled by the operator': CONFLICT,
  },
  'update status disabled': { ...row(MISSING, '-', MISSING), enabled: 'disabled_by_account', failing: 'disabled_by_account' },
  enable: {
    ...row(MISSING, '-', MISSING),
    'disabled by the account': 'enabled',
    'disabled for failing': 'enabled',
    'disabled by the operator': CONFLICT,
  },
  'enable as operator': {
    ...row(MISSING, '-', MISSING),
    'disabled by the account': 'enabled',
    'disabled for failing': 'enabled',
    'disabled by the operator': 'enabled',
  },
  'disable merchant': { ...row(MISSING, '-', MISSING), enabled: 'disabled_by_account', failing: 'disabled_by_account' },
  'disable gone': { ...row(MISSING, '-', '-'), enabled: 'disabled', failing: 'disabled' },
  'disable admin': { ...row(MISSING, 'disabled', '-'), 'disabled by the operator': '-' },
  rotate: row(MISSING, 'secret_rotated', MISSING),
  delete: row(MISSING, 'deleted', '-'),
  'note failing 1': { ...row(MISSING, '-', '-'), enabled: 'failing' },
  'note failing 2': { ...row(MISSING, '-', '-'), enabled: 'failing', failing: 'failing' },
  'note recovered': { ...row(MISSING, '-', '-'), failing: 'recovered' },
  'key destroyed': row(MISSING, CONFLICT, 'key_destroyed'),
};

function row(none: string, live: string, deleted: string): Record<keyof typeof HISTORY, string> {
  return {
    none,
    enabled: live,
    failing: live,
    'disabled by the account': live,
    'disabled for failing': live,
    'disabled by the operator': live,
    deleted,
  };
}

describe('an endpoint', () => {
  const cells = Object.entries(TABLE).flatMap(([command, states]) =>
    Object.entries(states).map(([state, wanted]) => [command, state, wanted] as const),
  );
  it.each(cells)('%s, when %s: %s', (command, state, wanted) => {
    const history = HISTORY[state as keyof typeof HISTORY];
    expect(outcome(COMMANDS[command as keyof typeof COMMANDS], given(history))).toBe(wanted);
  });

  it('says how to go on when a fourth secret is refused, and lets a leaked one be ended at once', () => {
    let state = given(HISTORY.enabled);
    for (const number of [1, 2]) state = rotate(state, number, 86_400);
    const refused = decide(rotation(3, 86_400), state, { nowMs: NOW_MS });
    expect(refused).toMatchObject({ accepted: false, refusal: { code: 'state_conflict', details: { reason: 'too_many_secrets' } } });
    expect(outcome(rotation(3, 86_400), state, NOW_MS + 24 * HOUR_MS)).toBe('secret_rotated');
    const ended = rotate(state, 3, 0) as LiveEndpoint;
    expect(ended.secrets.map(({ fingerprint }) => fingerprint)).toEqual(['h3', 'e3']);
  });

  it('signs with the former key until its grace is over, the newest first', () => {
    const { secrets, secretHint } = rotate(given(HISTORY.enabled), 1, 3_600) as LiveEndpoint;
    expect(secretHint).toBe('1abc');
    expect(secrets.map(({ alg, fingerprint, expiresAtMs }) => [alg, fingerprint, expiresAtMs])).toEqual([
      ['v1', 'h1', null],
      ['v1a', 'e1', null],
      ['v1', '0123456789abcdef', NOW_MS + HOUR_MS],
      ['v1a', 'fedcba9876543210', NOW_MS + HOUR_MS],
    ]);
  });

  it('is changed only at the sequence that the caller has seen', () => {
    const payload = { description: 'shop', expectedSequence: 2 };
    expect(outcome({ type: 'webhook_endpoints.update', payload }, given(HISTORY.enabled))).toBe('state_conflict');
    expect(outcome({ type: 'webhook_endpoints.update', payload }, given(HISTORY.failing))).toBe('updated');
  });

  it('merges metadata key by key, and refuses more than 50 afterwards', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, index]));
    const state = given([{ type: 'webhook_endpoint.created', data: { ...endpointPayload({ metadata: many }), atMs: NOW_MS } }]);
    const change = (metadata: Record<string, number | null>) =>
      decide({ type: 'webhook_endpoints.update', payload: { metadata } }, state, { nowMs: NOW_MS });
    expect(change({ one_more: 1 })).toMatchObject({ refusal: { code: 'metadata_invalid', details: { param: 'metadata' } } });
    expect(change({ one_more: 1, k0: null })).toMatchObject({ accepted: true });
  });

  it('changes its settings and its status in one commit', () => {
    const payload = { url: 'https://new.example.com/', status: 'disabled' } as const;
    expect(outcome({ type: 'webhook_endpoints.update', payload }, given(HISTORY.enabled))).toBe('updated disabled_by_account');
  });

  it('remembers since when it got nothing when it is enabled again', () => {
    const state = given(HISTORY['disabled for failing']);
    const decision = decide(COMMANDS.enable, state, { nowMs: NOW_MS + HOUR_MS });
    const after = replay(decider, decision.accepted ? decision.events : [], state);
    expect(after).toMatchObject({ status: 'enabled', disabledReason: null, reenabled: { atMs: NOW_MS + HOUR_MS, disabledAtMs: NOW_MS } });
  });

  it('whatever is asked in whatever order: three keys at most, one current of each scheme, and what is deleted stays so', () => {
    const step = fc.record({
      name: fc.constantFrom(...Object.keys(COMMANDS)),
      grace: fc.integer({ min: 0, max: 604_800 }),
      waitS: fc.nat(200_000),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let state: EndpointState = INITIAL_ENDPOINT;
        let nowMs = NOW_MS;
        for (const [index, { name, grace, waitS }] of steps.entries()) {
          nowMs += waitS * 1_000;
          const command = name === 'rotate' ? rotation(index, grace) : COMMANDS[name as keyof typeof COMMANDS];
          const before: EndpointState = state;
          const decision = decide(command, state, { nowMs });
          state = replay(decider, decision.accepted ? decision.events : [], state);
          assertSound(before, state, nowMs);
        }
      }),
    );
  });
});

function rotation(number: number, gracePeriodSeconds: number): EndpointCommandBody {
  const { keys, secretHint } = freshKeys(number);
  return { type: 'webhook_endpoints.rotate_secret', payload: { keys: [...keys], secretHint, gracePeriodSeconds } };
}

function rotate(state: EndpointState, number: number, gracePeriodSeconds: number): EndpointState {
  const decision = decide(rotation(number, gracePeriodSeconds), state, { nowMs: NOW_MS });
  if (!decision.accepted) throw new Error(decision.refusal.code);
  return replay(decider, decision.events, state);
}

function assertSound(before: EndpointState, state: EndpointState, nowMs: number): void {
  if (before.status === 'deleted') expect(state.status).toBe('deleted');
  if (before.status !== 'none') expect(state.status).not.toBe('none');
  if (state.status === 'none') return;
  if (state.status === 'deleted') return expect([state.secrets, state.headers]).toEqual([[], {}]);
  for (const scheme of ['v1', 'v1a']) {
    const own = state.secrets.filter(({ alg }) => alg === scheme);
    expect(own.filter(({ expiresAtMs }) => expiresAtMs === null)).toHaveLength(1);
    expect(own.filter((secret) => isUnexpired(secret, nowMs)).length).toBeLessThanOrEqual(UNEXPIRED_KEYS_MAX);
  }
  expect(state.status === 'disabled').toBe(state.disabledReason !== null && state.disabledAtMs !== null);
  if (state.status === 'enabled') expect(state.disabledAtMs).toBeNull();
}
