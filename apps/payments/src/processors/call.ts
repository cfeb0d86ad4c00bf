/** Minor units. A safe integer: the bounds of a payment lie far below 2^53 (docs/reference/api-conventions.md, Money). */
export type Minor = number;

/** What comes with every call to a processor. */
export interface CallContext {
  /** Whose payment it is. */
  accountId: string;
  /** The same on every repetition of the call; the processor acts once. */
  idempotencyKey: string;
  livemode: boolean;
  /** At most 25 s (docs/reference/api-conventions.md, Time-outs). */
  timeoutMs: number;
  /** The correlation id of the operation. */
  traceId: string;
  /** Milliseconds since the epoch. */
  nowMs: number;
  /** Ends the call, whatever it is doing: the partition is another process's, or this one stops. */
  signal: AbortSignal;
  /** To be asked right before each step that makes or moves something at the processor. Throws what no adapter catches. */
  stillOurs: () => Promise<void>;
}
