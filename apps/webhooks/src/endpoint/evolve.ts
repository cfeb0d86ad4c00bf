import type { DeletedEndpoint, EndpointState, LiveEndpoint } from './state';
import type { EndpointEvent } from './events';
import { firstSecrets, rotated } from './decide/secrets';

const WELL = { failingSinceMs: null, failingLevel: 0 } as const;

/** The state after one more fact. Never throws and never checks; what is deleted stays so whatever comes. */
export function evolve(state: EndpointState, event: EndpointEvent): EndpointState {
  if (event.type === 'webhook_endpoint.created') return begin(event.data);
  if (state.status === 'deleted') return event.type === 'webhook_endpoint.key_destroyed' ? { ...state, isKeyDestroyed: true } : state;
  if (state.status === 'none' || event.type === 'webhook_endpoint.key_destroyed') return state;
  const next = { ...state, sequence: state.sequence + 1 };
  return event.type === 'webhook_endpoint.deleted' ? ended(next, event.data.atMs) : { ...next, ...changeOf(state, event) };
}

function begin({ atMs, keys, ...created }: Extract<EndpointEvent, { type: 'webhook_endpoint.created' }>['data']): LiveEndpoint {
  return {
    ...created,
    status: 'enabled',
    disabledReason: null,
    disabledAtMs: null,
    reenabled: null,
    secrets: firstSecrets({ keys }, atMs),
    failingSinceMs: null,
    failingLevel: 0,
    sequence: 1,
  };
}

function ended(state: LiveEndpoint, atMs: number): DeletedEndpoint {
  return { ...state, ...WELL, status: 'deleted', secrets: [], headers: {}, deletedAtMs: atMs, isKeyDestroyed: false };
}

type Change = Exclude<EndpointEvent, { type: 'webhook_endpoint.created' | 'webhook_endpoint.deleted' | 'webhook_endpoint.key_destroyed' }>;

function changeOf(state: LiveEndpoint, { type, data }: Change): Partial<LiveEndpoint> {
  switch (type) {
    case 'webhook_endpoint.updated':
      return data;
    case 'webhook_endpoint.enabled':
      return enabledAt(state, data.atMs);
    case 'webhook_endpoint.disabled_by_account':
      return { status: 'disabled', disabledReason: 'merchant', disabledAtMs: data.atMs };
    case 'webhook_endpoint.disabled':
      return { status: 'disabled', disabledReason: data.reason, disabledAtMs: state.disabledAtMs ?? data.atMs };
    case 'webhook_endpoint.failing':
      return { failingSinceMs: data.failingSinceMs, failingLevel: data.level };
    case 'webhook_endpoint.recovered':
      return WELL;
    case 'webhook_endpoint.secret_rotated':
      return { secrets: rotated(state.secrets, data, data), secretHint: data.secretHint };
    default:
      return {};
  }
}

/** The streak of failures begins anew (docs/reference/state-machines.md, Webhook endpoint). */
function enabledAt({ disabledAtMs }: LiveEndpoint, atMs: number): Partial<LiveEndpoint> {
  return {
    ...WELL,
    status: 'enabled',
    disabledReason: null,
    disabledAtMs: null,
    reenabled: { atMs, disabledAtMs: disabledAtMs ?? atMs },
  };
}
