import { metadataProblem, type AccountChange, type AccountCommand, type HoldKeyOfAccountPayload, type Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import { keyProblem, madeBy } from './decide/keys';
import { close, requestLive } from './decide/ownership';
import { decideTeam, firstOwner, invitedOwner, isTeamCommand, type TeamCommand } from './decide/team';
import { applyChange } from './evolve';
import type { AccountEvent } from './events';
import type { AccountState } from './state';

export type AccountDecision = Decision<AccountEvent, Refusal>;
type Known = Exclude<AccountState, { status: 'none' }>;
type Later = Exclude<AccountCommand, { type: 'accounts.create' }>;

/** A stolen key must not be able to change what protects the account from it. */
const SETTINGS_OF_PEOPLE = [
  ['requireTwoFactor', 'settings.require_two_factor'],
  ['onLeak', 'settings.on_leak'],
] as const;

/** What operators alone decide. */
const OPERATORS = ['accounts.enable_live', 'accounts.disable_live', 'accounts.suspend', 'accounts.resume'] as const;
type OperatorsCommand = Extract<AccountCommand, { type: (typeof OPERATORS)[number] }>;

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(command: AccountCommand, state: AccountState, nowMs: number): AccountDecision {
  if (command.type === 'accounts.create') {
    if (state.status !== 'none') return exists();
    const { ownerId, ownerInvitation, ...profile } = command.payload;
    const created: AccountEvent = { type: 'account.created', data: { ...profile, atMs: nowMs } };
    const owner = ownerId === undefined ? [] : [firstOwner(ownerId, nowMs)];
    const invited = ownerInvitation === undefined ? [] : [invitedOwner(ownerInvitation)];
    return accept([created, ...owner, ...invited], 201);
  }
  return state.status === 'none' ? refuse({ code: 'resource_missing', details: { param: 'id' } }) : decideKnown(command, state, nowMs);
}

function decideKnown(command: Later, state: Known, nowMs: number): AccountDecision {
  if (state.status === 'closed') return decideClosed(command, state);
  return isTeamCommand(command) ? decideTeam(command, state, nowMs) : decideOpen(command, state, nowMs);
}

function decideOpen(command: Exclude<Later, TeamCommand>, state: Known, nowMs: number): AccountDecision {
  if (isOperatorsCommand(command)) return decideOperator(command, state, nowMs);
  switch (command.type) {
    case 'accounts.update':
      return update(command, state);
    case 'accounts.hold_key':
      return holdKey(command.payload, state);
    case 'accounts.release_key':
      return releaseKey(command.payload, state);
    case 'accounts.request_live':
      return requestLive(command.payload, state, nowMs);
    case 'accounts.close':
      return close(command.payload, state, nowMs);
    case 'accounts.record_cleared':
      return accept([]);
    case 'accounts.record_shared':
      return accept([{ type: 'account.rules_shared', data: command.payload }]);
  }
}

function decideOperator(command: OperatorsCommand, state: Known, nowMs: number): AccountDecision {
  switch (command.type) {
    case 'accounts.enable_live':
      return when(!state.liveEnabled, { type: 'account.live_enabled', data: { atMs: nowMs, ...command.payload.operator } });
    case 'accounts.disable_live':
      return when(state.liveEnabled, { type: 'account.live_disabled', data: command.payload.operator });
    case 'accounts.suspend':
      return when(state.status === 'active', { type: 'account.suspended', data: command.payload.operator });
    case 'accounts.resume':
      return when(state.status === 'suspended', { type: 'account.resumed', data: command.payload.operator });
  }
}

/** Nothing is changed any more, but that what it had comes to its end. */
function decideClosed(command: Later, state: Known): AccountDecision {
  switch (command.type) {
    case 'accounts.close':
    case 'accounts.record_shared':
      return accept([]);
    case 'accounts.record_cleared':
      return when(state.isCleared !== true, { type: 'account.cleared', data: {} });
    case 'accounts.release_key':
      return releaseKey(command.payload, state);
    case 'accounts.claim':
    case 'accounts.accept_invitation':
      return refuse({ code: 'link_invalid' });
    default:
      return closed();
  }
}

function isOperatorsCommand(command: AccountCommand): command is OperatorsCommand {
  return (OPERATORS as readonly string[]).includes(command.type);
}

/** What is so already changes nothing. */
function when(isChange: boolean, event: AccountEvent): AccountDecision {
  return accept(isChange ? [event] : []);
}

function update({ payload: change, actor }: Extract<AccountCommand, { type: 'accounts.update' }>, state: Known): AccountDecision {
  const param = settingOfPeople(change);
  if (param !== undefined && (actor.kind === 'api_key' || actor.kind === 'app')) return onlyByPeople(param);
  const next = applyChange(state, change);
  const problem = metadataProblem(next.metadata);
  if (problem !== null) return refuse(problem);
  return when(JSON.stringify(next) !== JSON.stringify(state), { type: 'account.updated', data: change });
}

/** The setting that a key may not change so, or undefined: it would hide what it does from those who look after the account. */
export function settingOfPeople({ rules, developerContacts }: AccountChange): string | undefined {
  if (developerContacts !== undefined) return 'settings.developer_contacts';
  if (rules?.requestLogDays === 0) return 'settings.request_log_days';
  return SETTINGS_OF_PEOPLE.find(([rule]) => rules?.[rule] !== undefined)?.[1];
}

function holdKey(wanted: HoldKeyOfAccountPayload, state: Known): AccountDecision {
  const problem = state.status === 'suspended' ? suspended() : keyProblem(state, wanted);
  if (problem !== null) return refuse(problem);
  const { idleKeyIds: _idle, ...held } = wanted;
  // The maker of the key whose place it takes is its own, unless a key rolled it.
  const makerKeyId = held.makerKeyId ?? state.keys[held.takesPlaceOf ?? '']?.makerKeyId;
  return accept([{ type: 'account.key_held', data: { ...held, ...(makerKeyId !== undefined && { makerKeyId }) } }]);
}

/** What the key made ends with it, in the same commit. */
function releaseKey({ keyId, takesAlong }: { keyId: string; takesAlong: boolean }, { keys }: Known): AccountDecision {
  if (keys[keyId] === undefined) return accept([]);
  const along = takesAlong ? madeBy(keys, keyId) : [];
  const revoke = (id: string) => ({
    streamId: id,
    type: 'api_keys.revoke',
    payload: { reason: 'maker_revoked' },
    livemode: keys[id]?.livemode === true,
  });
  return accept([{ type: 'account.keys_released', data: { keyIds: [keyId, ...along] } }], 200, { followUps: along.map(revoke) });
}

function exists(): AccountDecision {
  return refuse({ code: 'resource_already_exists', details: { message: 'An account of this id exists already.' } });
}

function closed(): AccountDecision {
  const message = 'The account is closed.';
  return refuse({
    code: 'state_conflict',
    details: { message, param: 'id', current_status: 'closed', allowed_from: ['active', 'suspended'] },
  });
}

function onlyByPeople(param: string): AccountDecision {
  const message = `${param} is changed by a person: no API key can do it.`;
  return refuse({ code: 'session_only', details: { message, param } });
}

function suspended(): Refusal {
  return { code: 'account_suspended' };
}
