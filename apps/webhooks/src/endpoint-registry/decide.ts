import type { Command, CommandBody, DomainEvent, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';

/** Endpoints of one account in one mode (docs/reference/webhooks.md, Limits). */
export const ENDPOINTS_MAX = 16;

/**
 * The endpoints of one account and mode: one stream, in which all that are created, moved and deleted meet, so that neither
 * the limit nor the one endpoint for each URL can be passed by requests at the same time.
 */
export interface RegistryState {
  /** Normalized URL by id. */
  urls: Readonly<Record<string, string>>;
}

export type RegistryEvent =
  | DomainEvent<'webhook_registry.registered', { endpointId: string; url: string }>
  | DomainEvent<'webhook_registry.released', { endpointId: string }>;

/** Sent by endpoints alone, in the commit that makes, moves or deletes them. */
export const REGISTRY_COMMAND = { register: 'webhook_registries.register', release: 'webhook_registries.release' } as const;

export type RegistryCommand =
  | Command<typeof REGISTRY_COMMAND.register, { endpointId: string; url: string }>
  | Command<typeof REGISTRY_COMMAND.release, { endpointId: string }>;

export const INITIAL_REGISTRY: RegistryState = { urls: {} };

/** To register an endpoint that is there moves it to another URL. */
export function decide({ type, payload }: CommandBody<RegistryCommand>, { urls }: RegistryState): Decision<RegistryEvent, Refusal> {
  const { endpointId } = payload;
  const isKnown = Object.hasOwn(urls, endpointId);
  if (type === REGISTRY_COMMAND.release) return accept(isKnown ? [{ type: 'webhook_registry.released', data: { endpointId } }] : []);
  const { url } = payload;
  const holder = Object.keys(urls).find((id) => urls[id] === url);
  if (holder === endpointId) return accept([]);
  if (holder !== undefined) return taken(holder);
  if (!isKnown && Object.keys(urls).length >= ENDPOINTS_MAX) return full();
  return accept([{ type: 'webhook_registry.registered', data: { endpointId, url } }]);
}

/** The state after one more fact. */
export function evolve(state: RegistryState, { type, data }: RegistryEvent): RegistryState {
  switch (type) {
    case 'webhook_registry.registered':
      return { urls: { ...state.urls, [data.endpointId]: data.url } };
    case 'webhook_registry.released':
      return { urls: Object.fromEntries(Object.entries(state.urls).filter(([id]) => id !== data.endpointId)) };
    default:
      return state;
  }
}

function taken(holder: string): Decision<RegistryEvent, Refusal> {
  const message = 'Another webhook endpoint of this account and mode has this URL.';
  return refuse({ code: 'resource_already_exists', details: { message, param: 'url', existing_id: holder } });
}

function full(): Decision<RegistryEvent, Refusal> {
  const message = `An account has at most ${ENDPOINTS_MAX} webhook endpoints in each mode.`;
  return refuse({ code: 'limit_exceeded', details: { message, hint: 'Delete one that is not needed any more.' } });
}
