import type { CallContext } from '../processor';

/** Ends what an adapter does when its time is over, or when it is not this process's to do any more. */
export function deadlineOf({ signal, timeoutMs }: Pick<CallContext, 'signal' | 'timeoutMs'>): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
}

/** What every call of one operation is made under. */
export interface Acting {
  signal: AbortSignal;
  stillOurs: () => Promise<void>;
  /** Milliseconds since the epoch. */
  nowMs: number;
}

/** One deadline for all calls of an operation. */
export function actingUnder(ctx: CallContext): Acting {
  return { signal: deadlineOf(ctx), stillOurs: ctx.stillOurs, nowMs: ctx.nowMs };
}
