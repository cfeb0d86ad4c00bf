import { mergeMetadata, metadataProblem } from '#contracts';
import type {
  CommandBody,
  DisabledReason,
  EndpointSettings,
  FailingLevel,
  OperatorWord,
  Refusal,
  RotateSecretPayload,
  UpdateEndpointPayload,
  WebhookEndpointCommand,
} from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import type { EndpointState, LiveEndpoint } from './state';
import type { EndpointEvent } from './events';
import { changedMeanwhile, disabledByOperator, exists, missing, notDeleted, tooManySecrets } from './decide/refusals';
import { rotated, unexpiredCount, UNEXPIRED_KEYS_MAX } from './decide/secrets';

export type EndpointDecision = Decision<EndpointEvent, Refusal>;

export type EndpointCommandBody = CommandBody<WebhookEndpointCommand>;
type Later = Exclude<EndpointCommandBody, { type: 'webhook_endpoints.create' }>;

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(command: EndpointCommandBody, state: EndpointState, { nowMs }: { nowMs: number }): EndpointDecision {
  if (command.type === 'webhook_endpoints.create') {
    if (state.status !== 'none') return exists();
    // What is asked of others beside is no fact of the endpoint.
    const { startFrom: _startFrom, ...created } = command.payload;
    return accept([{ type: 'webhook_endpoint.created', data: { ...created, atMs: nowMs } }], 201);
  }
  switch (state.status) {
    case 'none':
      return missing();
    case 'deleted':
      return afterDeletion(command);
    case 'enabled':
    case 'disabled':
      return decideLive(command, state, nowMs);
  }
}

function decideLive(command: Later, state: LiveEndpoint, nowMs: number): EndpointDecision {
  switch (command.type) {
    case 'webhook_endpoints.update':
      return update(command.payload, state, nowMs);
    case 'webhook_endpoints.enable':
      return enable(state, nowMs, command.payload.operator);
    case 'webhook_endpoints.disable':
      return disable(command.payload, state, nowMs);
    case 'webhook_endpoints.rotate_secret':
      return rotateSecret(command.payload, state, nowMs);
    case 'webhook_endpoints.delete':
      return accept([{ type: 'webhook_endpoint.deleted', data: { atMs: nowMs } }]);
    case 'webhook_endpoints.note_failing':
      return noteFailing(command.payload, state);
    case 'webhook_endpoints.note_recovered':
      return accept(state.failingSinceMs === null ? [] : [{ type: 'webhook_endpoint.recovered', data: {} }]);
    case 'webhook_endpoints.record_key_destroyed':
      return notDeleted(state);
  }
}

/** Deleting again, and what the dispatcher had on its way, changes nothing; asking for more is asking for nothing there is. */
function afterDeletion(command: Later): EndpointDecision {
  switch (command.type) {
    case 'webhook_endpoints.delete':
    case 'webhook_endpoints.note_failing':
    case 'webhook_endpoints.note_recovered':
      return accept([]);
    case 'webhook_endpoints.disable':
      return command.payload.reason === 'merchant' ? missing() : accept([]);
    case 'webhook_endpoints.record_key_destroyed':
      return accept([{ type: 'webhook_endpoint.key_destroyed', data: {} }]);
    default:
      return missing();
  }
}

function update({ status, expectedSequence, ...change }: UpdateEndpointPayload, state: LiveEndpoint, nowMs: number): EndpointDecision {
  if (expectedSequence !== undefined && expectedSequence !== state.sequence) return changedMeanwhile(state, expectedSequence);
  const changed = differences(change, state);
  const problem = metadataProblem(changed.metadata);
  if (problem !== null) return refuse(problem);
  const updated: EndpointEvent[] = Object.keys(changed).length > 0 ? [{ type: 'webhook_endpoint.updated', data: changed }] : [];
  const disabledByAccount = switchTo(status ?? state.status, state, nowMs);
  return disabledByAccount.accepted ? accept([...updated, ...disabledByAccount.events]) : disabledByAccount;
}

function switchTo(status: 'enabled' | 'disabled', state: LiveEndpoint, nowMs: number): EndpointDecision {
  return status === 'enabled' ? enable(state, nowMs) : disable({ reason: 'merchant' }, state, nowMs);
}

/** What is really different. Sent values that are the present ones change nothing and are no event. */
function differences({ metadata, ...change }: UpdateEndpointPayload, state: LiveEndpoint): Partial<EndpointSettings> {
  const wanted: Partial<EndpointSettings> = {
    ...change,
    ...(metadata !== undefined && { metadata: mergeMetadata(state.metadata, metadata) }),
  };
  const entries = Object.entries(wanted).filter(([name, value]) => !isSame(value, state[name as keyof EndpointSettings]));
  return Object.fromEntries(entries);
}

/** Header values are sealed anew each time, so those that are sent always count as changed. */
function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function enable(state: LiveEndpoint, nowMs: number, operator?: OperatorWord): EndpointDecision {
  if (state.status === 'enabled') return accept([]);
  if (state.disabledReason === 'admin' && operator === undefined) return disabledByOperator(state);
  return accept([{ type: 'webhook_endpoint.enabled', data: { atMs: nowMs, ...operator } }]);
}

/** The first reason stays, but an operator's word goes before every other. */
function disable(
  { reason, operator }: { reason: DisabledReason; operator?: OperatorWord },
  state: LiveEndpoint,
  nowMs: number,
): EndpointDecision {
  const isSettled = state.status === 'disabled' && (reason !== 'admin' || state.disabledReason === 'admin');
  if (isSettled) return accept([]);
  if (reason === 'merchant') return accept([{ type: 'webhook_endpoint.disabled_by_account', data: { atMs: nowMs } }]);
  return accept([{ type: 'webhook_endpoint.disabled', data: { reason, atMs: nowMs, ...operator } }]);
}

function rotateSecret({ gracePeriodSeconds, ...fresh }: RotateSecretPayload, state: LiveEndpoint, nowMs: number): EndpointDecision {
  const graceMs = gracePeriodSeconds * 1_000;
  const after = rotated(state.secrets, fresh, { atMs: nowMs, graceMs });
  if (unexpiredCount(after, nowMs) > UNEXPIRED_KEYS_MAX) return tooManySecrets(state, nowMs);
  return accept([{ type: 'webhook_endpoint.secret_rotated', data: { ...fresh, atMs: nowMs, graceMs } }]);
}

/** One notice of each level in one streak. A disabled endpoint gets no deliveries that could fail. */
function noteFailing({ level, failingSinceMs }: { level: FailingLevel; failingSinceMs: number }, state: LiveEndpoint): EndpointDecision {
  if (state.status === 'disabled' || level <= state.failingLevel) return accept([]);
  return accept([{ type: 'webhook_endpoint.failing', data: { level, failingSinceMs: state.failingSinceMs ?? failingSinceMs } }]);
}
