import type { EndpointCommandBody } from '../src/endpoint/decide';
import type { EndpointEvent } from '../src/endpoint/events';
import { endpointPayload } from './endpoint-commands';

/** 2026-11-21T09:30:00Z. */
export const NOW_MS = 1_795_253_400_000;

/** New keys, distinguished by a number. */
export const freshKeys = (number: number) => ({
  keys: [
    { alg: 'v1', sealed: `~s1.we_1.secret${number}`, publicKey: null, fingerprint: `h${number}` },
    { alg: 'v1a', sealed: `~s1.we_1.private${number}`, publicKey: `whpk_${number}`, fingerprint: `e${number}` },
  ] as const satisfies EndpointEventKeys,
  secretHint: `${number}abc`,
});
type EndpointEventKeys = readonly Extract<EndpointEvent, { type: 'webhook_endpoint.created' }>['data']['keys'][number][];

const created: EndpointEvent = { type: 'webhook_endpoint.created', data: { ...endpointPayload(), atMs: NOW_MS } };
const atMs = NOW_MS;

/** What leads to each state that decides differently. */
export const HISTORY = {
  none: [],
  enabled: [created],
  failing: [created, { type: 'webhook_endpoint.failing', data: { level: 1, failingSinceMs: NOW_MS } }],
  'disabled by the account': [created, { type: 'webhook_endpoint.disabled_by_account', data: { atMs } }],
  'disabled for failing': [created, { type: 'webhook_endpoint.disabled', data: { reason: 'failing', atMs } }],
  'disabled by the operator': [created, { type: 'webhook_endpoint.disabled', data: { reason: 'admin', atMs } }],
  deleted: [created, { type: 'webhook_endpoint.deleted', data: { atMs } }],
} as const satisfies Record<string, readonly EndpointEvent[]>;

/** One of each command, and the variants that decide differently. */
export const COMMANDS = {
  create: { type: 'webhook_endpoints.create', payload: endpointPayload() },
  update: { type: 'webhook_endpoints.update', payload: { description: 'shop' } },
  'update to what is': { type: 'webhook_endpoints.update', payload: { description: null, url: endpointPayload().url } },
  'update status enabled': { type: 'webhook_endpoints.update', payload: { status: 'enabled' } },
  'update status disabled': { type: 'webhook_endpoints.update', payload: { status: 'disabled' } },
  enable: { type: 'webhook_endpoints.enable', payload: {} },
  'enable as operator': { type: 'webhook_endpoints.enable', payload: { operator: { note: 'settled' } } },
  'disable merchant': { type: 'webhook_endpoints.disable', payload: { reason: 'merchant' } },
  'disable gone': { type: 'webhook_endpoints.disable', payload: { reason: 'gone' } },
  'disable admin': { type: 'webhook_endpoints.disable', payload: { reason: 'admin', operator: { note: 'abuse' } } },
  rotate: { type: 'webhook_endpoints.rotate_secret', payload: { ...endpointPayload(), gracePeriodSeconds: 86_400 } },
  delete: { type: 'webhook_endpoints.delete', payload: {} },
  'note failing 1': { type: 'webhook_endpoints.note_failing', payload: { level: 1, failingSinceMs: NOW_MS } },
  'note failing 2': { type: 'webhook_endpoints.note_failing', payload: { level: 2, failingSinceMs: NOW_MS } },
  'note recovered': { type: 'webhook_endpoints.note_recovered', payload: {} },
  'key destroyed': { type: 'webhook_endpoints.record_key_destroyed', payload: {} },
} as const satisfies Record<string, EndpointCommandBody>;
