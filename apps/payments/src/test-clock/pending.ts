import type { EventStore, Snapshot } from '#event-store';
import { isLive, type TestClockState } from './state';

const AHEAD_MS = 30 * 86_400_000;

/** A test clock with the count of what is due within 30 days of its time. */
export async function withPending(
  clock: object,
  { head, state }: Snapshot<TestClockState>,
  { clockStreams }: Pick<EventStore, 'clockStreams'>,
): Promise<object> {
  if (!isLive(state)) return clock;
  const { accountId, streamId: clockId } = head;
  return { ...clock, pending: await clockStreams.countDue({ accountId, clockId, throughMs: state.nowAtMs + AHEAD_MS }) };
}
