import type { Actor } from '#contracts';

/** A command of a caller that changed something. */
export interface DoneCommand {
  commandId: string;
  /** `<collection>.<verb>`. */
  operation: string;
  streamId: string;
  accountId: string;
  livemode: boolean;
  /** When it was stored, in milliseconds since the epoch. */
  atMs: number;
  actor: Actor;
  requestId: string | null;
  /** Of one that changed settings: JSON text, each field that changed with what it was and what it is. Personal values are tokens. */
  changes: string | null;
  /** Why an operator gave it. */
  note?: string;
}
