import type { ConnectionCommand, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import type { ConnectionEvent } from './events';
import type { ConnectionState } from './state';

export type ConnectionDecision = Decision<ConnectionEvent, Refusal>;
type Known = Exclude<ConnectionState, { status: 'none' }>;
type Later = Exclude<ConnectionCommand, { type: 'connections.create' }>;

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(command: ConnectionCommand, state: ConnectionState, nowMs: number): ConnectionDecision {
  if (command.type === 'connections.create') {
    if (state.status !== 'none') return exists();
    return accept([{ type: 'connection.created', data: { ...command.payload, atMs: nowMs } }], 201);
  }
  return state.status === 'none' ? refuse({ code: 'resource_missing', details: { param: 'id' } }) : decideKnown(command, state, nowMs);
}

/** What has ended stays so, whoever ends it again: a new consent is a new connection. */
function decideKnown(command: Later, state: Known, nowMs: number): ConnectionDecision {
  if (command.type === 'connections.revoke') {
    if (state.status === 'revoked') return accept([]);
    return accept([{ type: 'connection.revoked', data: { by: command.payload.by, atMs: nowMs } }]);
  }
  if (command.type === 'connections.record_shown') {
    const { sequence } = command.payload;
    return accept(sequence > (state.shownSequence ?? 0) ? [{ type: 'connection.shown', data: { sequence } }] : []);
  }
  if (state.status === 'revoked') return ended();
  return accept([{ type: 'connection.updated', data: { ...command.payload, atMs: nowMs } }]);
}

function exists(): ConnectionDecision {
  return refuse({ code: 'resource_already_exists', details: { message: 'A connection of this id exists already.' } });
}

function ended(): ConnectionDecision {
  const message = 'The connection is revoked.';
  return refuse({ code: 'state_conflict', details: { message, param: 'id', current_status: 'revoked', allowed_from: ['active'] } });
}
