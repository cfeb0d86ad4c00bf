import { EmbeddedServerError } from '#embedded';
import { PartitionsInUseError } from '#messaging';
import { complaintAboutNode, ConfigError } from '#service';

/** Something the person at the terminal can mend. The message says what is wrong and what to do; it needs no stack. */
export class ComplaintError extends Error {
  override readonly name = 'ComplaintError';
}

const EXIT_FAILED = 1;
/** A database that nobody answers for. Its address stays out of the message: the URL carries a password. */
const NOT_REACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Run a program to its end. What a person can mend is printed in its own words, anything else with its stack. */
export async function runProgram(program: () => Promise<void>): Promise<void> {
  try {
    const tooOld = complaintAboutNode();
    if (tooOld !== undefined) throw new ComplaintError(tooOld);
    await program();
  } catch (error) {
    console.error(plainMessageOf(error) ?? error);
    process.exit(EXIT_FAILED);
  }
}

/** Reads what was typed. @throws ComplaintError with what is wrong with it, and how the program is called. */
export function readTyped<TOrder>(usage: string, read: () => TOrder): TOrder {
  try {
    return read();
  } catch (error) {
    throw error instanceof ComplaintError ? error : new ComplaintError(`${(error as Error).message}\n${usage}`);
  }
}

/** What to print for something a person can mend; undefined for anything else. */
export function plainMessageOf(error: unknown): string | undefined {
  if (error instanceof ComplaintError || error instanceof EmbeddedServerError || error instanceof ConfigError) return error.message;
  if (error instanceof PartitionsInUseError) return `${error.message}\nStop it: only one Hundi can use a database in this mode.`;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || !NOT_REACHABLE.has(code)) return undefined;
  return `The database of DATABASE_URL does not answer (${code}).\nIs the address right, and does Postgres run there?`;
}
