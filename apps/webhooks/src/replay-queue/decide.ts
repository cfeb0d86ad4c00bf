import type { CommandBody, DomainEvent, Refusal, WEBHOOK_REPLAY_QUEUE_COMMAND_TYPES, WebhookReplayCommand } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import type { ReplayRules } from '../replay/decide/rules';

/**
 * The replays of one account and mode that have not ended, in the order in which they came: so many work at the same time,
 * the others wait (docs/reference/webhooks.md). One stream, so that two that begin at once cannot both take the last place.
 */
export interface ReplayQueueState {
  running: readonly string[];
  waiting: readonly string[];
}

export type ReplayQueueEvent =
  | DomainEvent<'webhook_replay_queue.entered', { replayId: string; begins: boolean }>
  /** `next` takes the place that became free; null when none waited or none became free. */
  | DomainEvent<'webhook_replay_queue.left', { replayId: string; next: string | null }>;

/** From the replays of the account alone. */
export type ReplayQueueCommand = Extract<WebhookReplayCommand, { type: (typeof WEBHOOK_REPLAY_QUEUE_COMMAND_TYPES)[number] }>;

export const INITIAL_REPLAY_QUEUE: ReplayQueueState = { running: [], waiting: [] };

/** Every command in every state gives events or a refusal. */
export function decide(
  { type, payload: { replayId } }: CommandBody<ReplayQueueCommand>,
  state: ReplayQueueState,
  rules: Pick<ReplayRules, 'runningMax' | 'openMax'>,
): Decision<ReplayQueueEvent, Refusal> {
  const isRunning = state.running.includes(replayId);
  const isKnown = isRunning || state.waiting.includes(replayId);
  if (type === 'webhook_replay_queue.leave') {
    if (!isKnown) return accept([]);
    const next = isRunning && state.running.length <= rules.runningMax ? (state.waiting[0] ?? null) : null;
    return accept([{ type: 'webhook_replay_queue.left', data: { replayId, next } }]);
  }
  if (isKnown) return accept([]);
  if (state.running.length + state.waiting.length >= rules.openMax) {
    const message = `At most ${rules.openMax} replays may be queued or running. Wait until one has ended, or cancel one.`;
    return refuse({ code: 'limit_exceeded', details: { message } });
  }
  const begins = state.running.length < rules.runningMax;
  return accept([{ type: 'webhook_replay_queue.entered', data: { replayId, begins } }]);
}

/** The state after one more fact. */
export function evolve({ running, waiting }: ReplayQueueState, event: ReplayQueueEvent): ReplayQueueState {
  const { replayId } = event.data;
  if (event.type === 'webhook_replay_queue.entered') {
    return event.data.begins ? { running: [...running, replayId], waiting } : { running, waiting: [...waiting, replayId] };
  }
  const { next } = event.data;
  const isOther = (id: string): boolean => id !== replayId && id !== next;
  return { running: [...running.filter(isOther), ...(next === null ? [] : [next])], waiting: waiting.filter(isOther) };
}
