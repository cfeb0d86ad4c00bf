import { statusSentence, type CommandBody, type Refusal, type WEBHOOK_REPLAY_COMMAND_TYPES, type WebhookReplayCommand } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import type { ReplayEvent } from './events';
import { progressAfter } from './evolve';
import { isOpen, type ReplayState } from './state';
import type { ReplayRules } from './decide/rules';

const DAY_MS = 86_400_000;

/** Everything that can be asked of a replay. */
export type ReplayCommand = Extract<WebhookReplayCommand, { type: (typeof WEBHOOK_REPLAY_COMMAND_TYPES)[number] }>;
export type ReplayCommandType = ReplayCommand['type'];

type BodyOf<TType extends ReplayCommandType> = CommandBody<Extract<ReplayCommand, { type: TType }>>;

/** What a decision is made with, beside command and state. */
export interface ReplayContext {
  /** Milliseconds since the epoch. */
  nowMs: number;
  rules: ReplayRules;
  /** Of an endpoint of the account; null when there is none of that id, or it is deleted. */
  endpointStatus(endpointId: string): 'enabled' | 'disabled' | null;
}

export type ReplayDecision = Decision<ReplayEvent, Refusal>;

type Decide<TType extends ReplayCommandType> = (command: BodyOf<TType>, state: ReplayState, context: ReplayContext) => ReplayDecision;

const DECIDE: { [TType in ReplayCommandType]: Decide<TType> } = {
  'webhook_replays.create': create,
  'webhook_replays.begin': begin,
  'webhook_replays.record_chunk': recordChunk,
  'webhook_replays.fail': ({ payload }, state, { nowMs }) =>
    end(state, { type: 'webhook_replay.failed', data: { reason: payload.reason, atMs: nowMs } }),
  'webhook_replays.cancel': cancel,
};

/** Every command in every state gives events or a refusal; decide.spec.ts holds the whole table. */
export function decide(command: CommandBody<ReplayCommand>, state: ReplayState, context: ReplayContext): ReplayDecision {
  return (DECIDE[command.type] as Decide<ReplayCommandType>)(command, state, context);
}

/** – → queued. A disabled endpoint gets nothing, so there is nothing to bring. */
function create(
  { payload }: BodyOf<'webhook_replays.create'>,
  state: ReplayState,
  { nowMs, rules, endpointStatus }: ReplayContext,
): ReplayDecision {
  if (state.status !== 'none') return refuse({ code: 'resource_already_exists' });
  const status = endpointStatus(payload.endpointId);
  if (status === null) return refuse({ code: 'resource_missing', details: { param: 'id' } });
  if (status === 'disabled') {
    const message = 'The endpoint is disabled and gets nothing. Enable it first.';
    return refuse({ code: 'state_conflict', details: { message, current_status: 'disabled', allowed_from: ['enabled'] } });
  }
  const { sinceParam, ...terms } = payload;
  if (nowMs - terms.sinceMs > rules.windowMs) return refuse(tooFarBack(sinceParam, rules));
  return accept([{ type: 'webhook_replay.created', data: { terms } }], 202);
}

function tooFarBack(param: string, { windowMs }: ReplayRules): Refusal {
  const sentence = `may be at most ${Math.floor(windowMs / DAY_MS)} days back.`;
  const problem = { param, code: 'parameter_invalid' as const, message: sentence, reason: 'too_far_back' };
  const { code, reason } = problem;
  // At the top the sentence stands without its field beside it.
  return { code, details: { param, message: `${param} ${sentence}`, reason, errors: [problem] } };
}

/** queued → running, when the queue of the account says so. One that ended meanwhile has left the queue: nothing to begin. */
function begin(_command: BodyOf<'webhook_replays.begin'>, state: ReplayState, { nowMs }: ReplayContext): ReplayDecision {
  if (state.status === 'none') return refuse({ code: 'resource_missing' });
  return accept(state.status === 'queued' ? [{ type: 'webhook_replay.begun', data: { dueAtMs: nowMs } }] : []);
}

/** A report about another stretch than the next one is an old one come again: it changes nothing. */
function recordChunk(
  { payload: chunk }: BodyOf<'webhook_replays.record_chunk'>,
  state: ReplayState,
  { nowMs, rules }: ReplayContext,
): ReplayDecision {
  if (state.status === 'none') return refuse({ code: 'resource_missing' });
  if (state.status === 'queued' || state.status === 'completed' || chunk.from !== state.progress.cursor) return accept([]);
  const dueAtMs = nowMs + Math.floor((chunk.enqueued * 1000) / rules.enqueuedPerSecond);
  const advanced: ReplayEvent = { type: 'webhook_replay.advanced', data: { ...chunk, dueAtMs } };
  // Ended while the stretch was worked through: what was enqueued stays, and is counted.
  if (state.status !== 'running') return accept([advanced]);
  const { cursor, matched } = progressAfter(state.progress, chunk);
  const isAtEnd = cursor >= chunk.upTo;
  if (!isAtEnd && matched < rules.matchedMax) return accept([advanced]);
  return accept([advanced, { type: 'webhook_replay.completed', data: { isTruncated: !isAtEnd, atMs: nowMs } }]);
}

/** queued, running → cancelled. What was enqueued already is delivered. */
function cancel(_command: BodyOf<'webhook_replays.cancel'>, state: ReplayState, { nowMs }: ReplayContext): ReplayDecision {
  if (state.status === 'none') return refuse({ code: 'resource_missing' });
  if (!isOpen(state)) {
    const message = statusSentence('replay', state.status, 'be cancelled', ['queued', 'running']);
    return refuse({ code: 'state_conflict', details: { message, current_status: state.status, allowed_from: ['queued', 'running'] } });
  }
  return accept([{ type: 'webhook_replay.cancelled', data: { atMs: nowMs } }]);
}

function end(state: ReplayState, event: ReplayEvent): ReplayDecision {
  if (state.status === 'none') return refuse({ code: 'resource_missing' });
  return accept(isOpen(state) ? [event] : []);
}
