import type { AppCommand, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import { changesCredentials, granter, hasSecret, termsProblem } from './decide/terms';
import type { AppEvent } from './events';
import { applyChange } from './evolve';
import type { AppState } from './state';

export type AppDecision = Decision<AppEvent, Refusal>;
type Known = Exclude<AppState, { status: 'none' }>;
type Later = Exclude<AppCommand, { type: 'apps.create' }>;

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(command: AppCommand, state: AppState, nowMs: number): AppDecision {
  if (command.type === 'apps.create') return create(command, state, nowMs);
  if (state.status === 'none') return refuse({ code: 'resource_missing', details: { param: 'id' } });
  return state.status === 'deleted' ? afterEnd(command, state) : decideKnown(command, state, nowMs);
}

function create(
  { payload: { secret, ...terms }, actor }: Extract<AppCommand, { type: 'apps.create' }>,
  state: AppState,
  nowMs: number,
): AppDecision {
  if (state.status !== 'none') return exists();
  const problem = termsProblem(terms);
  if (problem !== null) return refuse(problem);
  // The secret itself is no fact of the app.
  const hint = secret !== undefined && hasSecret(terms) && { secretHint: secret.hint };
  return accept([{ type: 'app.created', data: { ...terms, ...hint, ...granter(terms, actor), atMs: nowMs } }], 201);
}

function decideKnown(command: Later, state: Known, nowMs: number): AppDecision {
  switch (command.type) {
    case 'apps.update':
      return update(command, state);
    case 'apps.roll_secret':
      return rollSecret(command, state, nowMs);
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

function update({ payload: change, actor }: Extract<AppCommand, { type: 'apps.update' }>, state: Known): AppDecision {
  const next = applyChange(state, change);
  const problem = termsProblem(next);
  if (problem !== null) return refuse(problem);
  if (JSON.stringify(next) === JSON.stringify(state)) return accept([]);
  return accept([{ type: 'app.updated', data: { ...change, ...(changesCredentials(change) && granter(next, actor)) } }]);
}

/** The secret of before ends with the overlap; the one before that, which may be in an overlap of its own, at once. */
function rollSecret(
  { payload: { secret, overlapSeconds }, actor }: Extract<AppCommand, { type: 'apps.roll_secret' }>,
  state: Known,
  nowMs: number,
): AppDecision {
  if (!hasSecret(state)) return conflict(`An app of the method ${state.authMethod} has no secret.`, state);
  const goesOn = state.secretHint !== undefined && overlapSeconds > 0;
  const previousEndsAtMs = goesOn ? nowMs + overlapSeconds * 1_000 : null;
  return accept([{ type: 'app.secret_rolled', data: { secretHint: secret.hint, previousEndsAtMs, ...granter(state, actor) } }]);
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
