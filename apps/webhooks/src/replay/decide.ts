import { statusSentence, type Refusal } from '#contracts';
import { accept, refuse, type Decider, type Decision } from '#decider';
import type { ReplayEvent } from './events';
import { evolve, progressAfter } from './evolve';
import type { InstructionOf, ReplayInstruction, ReplayInstructionType } from './decide/instructions';
import { INITIAL_REPLAY, isOpen, type ReplayState } from './state';
import type { ReplayRules } from './decide/rules';

const DAY_MS = 86_400_000;

/** What a decision is made with, beside instruction and state. */
export interface ReplayContext {
  /** Milliseconds since the epoch. */
  nowMs: number;
  rules: ReplayRules;
}

export type ReplayDecision = Decision<ReplayEvent, Refusal>;

type Decide<TType extends ReplayInstructionType> = (
  instruction: InstructionOf<TType>,
  state: ReplayState,
  context: ReplayContext,
) => ReplayDecision;

const DECIDE: { [TType in ReplayInstructionType]: Decide<TType> } = {
  CreateReplay: create,
  BeginReplay: begin,
  RecordChunk: recordChunk,
  FailReplay: (instruction, state, { nowMs }) =>
    end(state, { type: 'webhook_replay.failed', data: { reason: instruction.reason, atMs: nowMs } }),
  CancelReplay: cancel,
};

/** Every instruction in every state gives events or a refusal; replay.spec.ts holds the whole table. */
export function decide(instruction: ReplayInstruction, state: ReplayState, context: ReplayContext): ReplayDecision {
  return (DECIDE[instruction.type] as Decide<ReplayInstructionType>)(instruction, state, context);
}

/** The replay as a decider under one set of rules. */
export function replayDecider(rules: ReplayRules): Decider<ReplayInstruction, ReplayState, ReplayEvent, Refusal> {
  return { initialState: INITIAL_REPLAY, decide: (instruction, state, { nowMs }) => decide(instruction, state, { nowMs, rules }), evolve };
}

/** – → queued. A disabled endpoint gets nothing, so there is nothing to bring. */
function create({ payload, target }: InstructionOf<'CreateReplay'>, state: ReplayState, { nowMs, rules }: ReplayContext): ReplayDecision {
  if (state.status !== 'none') return refuse({ code: 'resource_already_exists' });
  if (target === null || target === 'deleted') return refuse({ code: 'resource_missing', details: { param: 'id' } });
  if (target === 'disabled') {
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
function begin(_instruction: InstructionOf<'BeginReplay'>, state: ReplayState, { nowMs }: ReplayContext): ReplayDecision {
  if (state.status === 'none') return refuse({ code: 'resource_missing' });
  return accept(state.status === 'queued' ? [{ type: 'webhook_replay.begun', data: { dueAtMs: nowMs } }] : []);
}

/** A report about another stretch than the next one is an old one come again: it changes nothing. */
function recordChunk({ chunk }: InstructionOf<'RecordChunk'>, state: ReplayState, { nowMs, rules }: ReplayContext): ReplayDecision {
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
function cancel(_instruction: InstructionOf<'CancelReplay'>, state: ReplayState, { nowMs }: ReplayContext): ReplayDecision {
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
