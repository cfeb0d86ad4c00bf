import type { ReplayEvent } from './events';
import { NO_PROGRESS, type EndedReplay, type ExistingReplay, type ReplayProgress, type ReplayState } from './state';

type FactOf<TName extends ReplayEvent['type']> = Extract<ReplayEvent, { type: TName }>['data'];
type LaterEvent = Exclude<ReplayEvent, { type: 'webhook_replay.created' }>;
type Fold = { [TName in LaterEvent['type']]: (state: ExistingReplay, data: FactOf<TName>) => ReplayState };

const FOLD: Fold = {
  'webhook_replay.begun': ({ terms, progress }, { dueAtMs }) => ({ status: 'running', terms, progress, dueAtMs }),
  'webhook_replay.advanced': (state, chunk) => {
    const progress = progressAfter(state.progress, chunk);
    return state.status === 'running' ? { ...state, progress, dueAtMs: chunk.dueAtMs } : { ...state, progress };
  },
  'webhook_replay.completed': (state, { isTruncated, atMs }) => ended(state, 'completed', { isTruncated, endedAtMs: atMs }),
  'webhook_replay.failed': (state, { reason, atMs }) => ended(state, 'failed', { failure: reason, endedAtMs: atMs }),
  'webhook_replay.cancelled': (state, { atMs }) => ended(state, 'cancelled', { endedAtMs: atMs }),
};

/** The state after one more fact. Never throws and never checks: a stored event is true, even one that surprises. */
export function evolve(state: ReplayState, event: ReplayEvent): ReplayState {
  if (event.type === 'webhook_replay.created') return { status: 'queued', terms: event.data.terms, progress: NO_PROGRESS };
  if (state.status === 'none') return state;
  return (FOLD[event.type] as (state: ExistingReplay, data: typeof event.data) => ReplayState)(state, event.data);
}

/** The progress after one stretch more. */
export function progressAfter(progress: ReplayProgress, chunk: Omit<FactOf<'webhook_replay.advanced'>, 'dueAtMs'>): ReplayProgress {
  return {
    cursor: chunk.to,
    upTo: chunk.upTo,
    matched: progress.matched + chunk.matched,
    enqueued: progress.enqueued + chunk.enqueued,
    coveredUntilMs: chunk.lastEventMs ?? progress.coveredUntilMs,
  };
}

function ended(
  { terms, progress }: ExistingReplay,
  status: EndedReplay['status'],
  more: Partial<EndedReplay> & Pick<EndedReplay, 'endedAtMs'>,
): EndedReplay {
  return { status, terms, progress, failure: null, isTruncated: false, ...more };
}
