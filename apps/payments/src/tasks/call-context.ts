import type { Task } from '#event-store';
import type { CallContext } from '../processors/processor';

/** What every call of a task is made under. */
export function callContext(
  { timeoutMs }: { timeoutMs: number },
  { snapshot: { head }, key, guard, nowMs }: Task,
  signal: AbortSignal,
): CallContext {
  const { accountId, livemode } = head;
  const stillOurs = (): Promise<void> => guard.stillOurs();
  return { accountId, livemode, timeoutMs, idempotencyKey: key, traceId: key, nowMs, signal, stillOurs };
}
