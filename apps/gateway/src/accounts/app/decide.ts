import type { AppChange, AppCommand, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import { hasSecret, termsProblem } from './decide/terms';
import type { AppEvent } from './events';
import { applyChange } from './evolve';
import type { AppState } from './state';

export type AppDecision = Decision<AppEvent, Refusal>;
type Known = Exclude<AppState, { status: 'none' }>;
type Later = Exclude<AppCommand, { type: 'apps.create' }>;

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(command: AppCommand, state: AppState, nowMs: number): AppDecision {
  if (command.type === 'apps.create') return create(command.payload, state, nowMs);
  if (state.status === 'none') return refuse({ code: 'resource_missing', details: { param: 'id' } });
  return state.status === 'deleted' ? afterEnd(command, state) : decideKnown(command, state, nowMs);
}

function create(
  { secret, ...terms }: Extract<AppCommand, { type: 'apps.create' }>['payload'],
  state: AppState,
  nowMs: number,
): AppDecision {
  if (state.status !== 'none') return exists();
  const problem = termsProblem(terms);
  if (problem !== null) return refuse(problem);
  // The secret itself is no fact of the app.
  const data = { ...terms, ...(secret !== undefined && hasSecret(terms) && { secretHint: secret.hint }), atMs: nowMs };
  return accept([{ type: 'app.created', data }], 201);
}

function decideKnown(command: Later, state: Known, nowMs: number): AppDecision {
  switch (command.type) {
    case 'apps.update':
      return update(command.payload, state);
    case 'apps.roll_secret':
      return rollSecret(command.payload, state, nowMs);
    case 'apps.verify':
      return verify(command.payload, state);
    case 'apps.delete':
      return accept([{ type: 'app.deleted', data: { atMs: nowMs } }]);
    case 'apps.record_cleared':
      return accept([]);
  }
}

/** Deleting again is answered again. */
function afterEnd({ type }: Later, state: Known): AppDecision {
  if (type === 'apps.delete') return accept([]);
  if (type === 'apps.record_cleared') return accept(state.isCleared ? [] : [{ type: 'app.cleared', data: {} }]);
  return conflict('The app is deleted.', state);
}

function update(change: AppChange, state: Known): AppDecision {
  const next = applyChange(state, change);
  const problem = termsProblem(next);
  if (problem !== null) return refuse(problem);
  return accept(JSON.stringify(next) === JSON.stringify(state) ? [] : [{ type: 'app.updated', data: change }]);
}

/** The secret of before ends with the overlap; the one before that, which may be in an overlap of its own, at once. */
function rollSecret(
  { secret, overlapSeconds }: Extract<AppCommand, { type: 'apps.roll_secret' }>['payload'],
  state: Known,
  nowMs: number,
): AppDecision {
  if (!hasSecret(state)) return conflict(`An app of the method ${state.authMethod} has no secret.`, state);
  const goesOn = state.secretHint !== undefined && overlapSeconds > 0;
  const previousEndsAtMs = goesOn ? nowMs + overlapSeconds * 1_000 : null;
  return accept([{ type: 'app.secret_rolled', data: { secretHint: secret.hint, previousEndsAtMs } }]);
}

function verify({ isVerified, operator }: Extract<AppCommand, { type: 'apps.verify' }>['payload'], state: Known): AppDecision {
  return accept(state.isVerified === isVerified ? [] : [{ type: 'app.verified', data: { isVerified, ...operator } }]);
}

function exists(): AppDecision {
  return refuse({ code: 'resource_already_exists', details: { message: 'An app of this id exists already.' } });
}

function conflict(message: string, { status }: Known): AppDecision {
  return refuse({
    code: 'state_conflict',
    details: { message, param: 'id', current_status: status, allowed_from: ['active', 'disabled'] },
  });
}
