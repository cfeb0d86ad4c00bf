import type { Command, Reply } from '#contracts';

/** A command with its sender. */
export interface PendingCommand {
  readonly command: Command;
  readonly shard: number;
  /** Order of arrival. */
  readonly sequence: number;
  readonly expiresAtMs: number;
  wasHandedOut: boolean;
  /** How often it was rejected or held back: the delay doubles with it. */
  failures: number;
  isSettled: boolean;
  resolve(reply: Reply): void;
  reject(error: Error): void;
}
