import { invalidParameter, metadataProblem, type ApiKeyChange, type ApiKeyCommand, type Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import { isTooSoon } from './decide/notices';
import { applyChange } from './evolve';
import type { ApiKeyEvent } from './events';
import type { ApiKeyState } from './state';

export type ApiKeyDecision = Decision<ApiKeyEvent, Refusal>;
type Live = Extract<ApiKeyState, { status: 'active' }>;
type Known = Exclude<ApiKeyState, { status: 'none' }>;
type Later = Exclude<ApiKeyCommand, { type: 'api_keys.create' }>;

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(command: ApiKeyCommand, state: ApiKeyState, nowMs: number): ApiKeyDecision {
  if (command.type === 'api_keys.create') return create(command, state, nowMs);
  return state.status === 'none' ? refuse({ code: 'resource_missing', details: { param: 'id' } }) : decideKnown(command, state, nowMs);
}

function create(
  { payload, actor }: Extract<ApiKeyCommand, { type: 'api_keys.create' }>,
  state: ApiKeyState,
  nowMs: number,
): ApiKeyDecision {
  if (state.status !== 'none') return exists();
  if (payload.kind === 'secret' && actor.kind === 'api_key') return onlyByPeople();
  if (payload.endsWithMaker !== true && isTooSoon(payload.expiresAtMs, nowMs)) return refuse(tooSoon());
  // What is asked of others, and the text itself, are no facts of the key.
  const { sealedText: _text, idleKeyIds: _idle, endsWithMaker: _end, ...known } = payload;
  const createdBy = { kind: actor.kind, id: actor.id };
  return accept([{ type: 'api_key.created', data: { ...known, createdBy, atMs: nowMs } }], payload.rolledFrom === undefined ? 201 : 200);
}

function decideKnown(command: Later, state: Known, nowMs: number): ApiKeyDecision {
  return state.status === 'active' ? decideActive(command, state, nowMs) : afterEnd(command, state);
}

function decideActive(command: Later, state: Live, nowMs: number): ApiKeyDecision {
  switch (command.type) {
    case 'api_keys.update':
      return update(command.payload, state, nowMs);
    case 'api_keys.roll':
      return roll(command, state, nowMs);
    case 'api_keys.revoke':
      return accept([{ type: 'api_key.revoked', data: { reason: command.payload.reason, atMs: nowMs } }]);
    case 'api_keys.note_leak':
      // One event and one mail, however often it is reported.
      return accept(state.leakReportedAtMs === undefined ? [{ type: 'api_key.leak_reported', data: { atMs: nowMs } }] : []);
    case 'api_keys.note_expiring':
      return noteExpiring(command.payload, state);
    case 'api_keys.end':
      return end(state, nowMs);
    case 'api_keys.record_text_destroyed':
      return accept([]);
  }
}

/** The first reason stays; of a key that has expired nothing is left to end. */
function afterEnd({ type }: Later, state: Known): ApiKeyDecision {
  if (type === 'api_keys.update' || type === 'api_keys.roll') return ended(state);
  const isNew = type === 'api_keys.record_text_destroyed' && state.isTextDestroyed !== true;
  return accept(isNew ? [{ type: 'api_key.text_destroyed', data: {} }] : []);
}

function update(change: ApiKeyChange, state: Live, nowMs: number): ApiKeyDecision {
  if (typeof change.expiresAtMs === 'number' && isTooSoon(change.expiresAtMs, nowMs)) return refuse(tooSoon());
  if (change.expiresAtMs !== undefined && state.rolledTo !== undefined) return alreadyRolled(state.rolledTo);
  if (change.scopes !== undefined && state.kind !== 'restricted') return refuse(onlyRestricted());
  const next = applyChange(state, change);
  const problem = metadataProblem(next.metadata);
  if (problem !== null) return refuse(problem);
  const isSame = JSON.stringify(next) === JSON.stringify(state);
  return accept(isSame ? [] : [{ type: 'api_key.updated', data: change }]);
}

/** The new key is made in the same commit, and answers. Without an overlap this one ends at once. */
function roll({ payload, actor, streamId }: Extract<ApiKeyCommand, { type: 'api_keys.roll' }>, state: Live, nowMs: number): ApiKeyDecision {
  const { newKeyId: rolledTo, overlapSeconds } = payload;
  if (actor.id === streamId) return notItself();
  if (state.kind === 'secret' && actor.kind === 'api_key') return onlyByPeople();
  if (state.rolledTo !== undefined) return alreadyRolled(state.rolledTo);
  const endsAtMs = Math.min(nowMs + overlapSeconds * 1_000, state.expiresAtMs ?? Infinity);
  const rolled: ApiKeyEvent = { type: 'api_key.rolled', data: { rolledTo, endsAtMs } };
  return accept(endsAtMs > nowMs ? [rolled] : [rolled, { type: 'api_key.revoked', data: { reason: 'rolled', atMs: nowMs } }]);
}

function noteExpiring({ days, isUsed }: { days: number; isUsed: boolean }, state: Live): ApiKeyDecision {
  if (state.expiresAtMs === undefined || days >= (state.lookedAtDays ?? Infinity)) return accept([]);
  return accept([{ type: isUsed ? 'api_key.expiring' : 'api_key.expiring_unused', data: { days } }]);
}

/** A timer that comes early, because the end was moved, ends nothing. */
function end(state: Live, nowMs: number): ApiKeyDecision {
  if (state.expiresAtMs === undefined || state.expiresAtMs > nowMs) return accept([]);
  if (state.rolledTo !== undefined) return accept([{ type: 'api_key.revoked', data: { reason: 'rolled', atMs: nowMs } }]);
  return accept([{ type: 'api_key.expired', data: {} }]);
}

function exists(): ApiKeyDecision {
  return refuse({ code: 'resource_already_exists', details: { message: 'A key of this id exists already.' } });
}

function ended({ status }: Known): ApiKeyDecision {
  return refuse({
    code: 'state_conflict',
    details: { message: `The key is ${status}.`, param: 'id', current_status: status, allowed_from: ['active'] },
  });
}

function alreadyRolled(rolledTo: string): ApiKeyDecision {
  return refuse({ code: 'key_already_rolled', details: { message: `${rolledTo} has taken the place of this key already.`, param: 'id' } });
}

/** An API key that could make another secret key would leave a successor when it has leaked. */
function onlyByPeople(): ApiKeyDecision {
  const message = 'A secret key is made and rolled by a person: no API key can do it.';
  return refuse({ code: 'session_only', details: { message, param: 'kind' } });
}

function notItself(): ApiKeyDecision {
  return refuse({
    code: 'key_restricted',
    details: { message: 'A key cannot roll itself: whoever stole it would have the next one too.' },
  });
}

function tooSoon(): Refusal {
  return invalidParameter('expires_at', 'must be at least an hour ahead.', 'too_soon');
}

function onlyRestricted(): Refusal {
  return invalidParameter(
    'scopes',
    'belong to restricted keys: a secret key may do everything, a publishable one what a page may call.',
    'not_restricted',
  );
}
