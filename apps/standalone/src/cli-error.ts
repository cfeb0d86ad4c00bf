import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedServerError } from '#embedded';
import { DatabaseUnusableError } from '#event-store';
import { PartitionsInUseError } from '#messaging';
import { problemWithNode, ConfigError } from '#service';

const EXIT_FAILED = 1;

/** Something the person at the terminal can mend. The message says what is wrong and what to do; it needs no stack. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    message: string,
    readonly exitCode = EXIT_FAILED,
  ) {
    super(message);
  }
}

/** It was asked how a program is called: the message is the answer, and nothing failed. */
class HelpAsked extends Error {
  override readonly name = 'HelpAsked';
}

/** Their messages say what is wrong and what to do. */
const IN_WORDS = [CliError, EmbeddedServerError, ConfigError, DatabaseUnusableError];
/** What the driver of Postgres and Node say of an answer that came too late. */
const TOO_LATE =
  /^(Query read timeout|timeout expired|timeout exceeded|Connection terminated due to connection timeout|canceling statement due to)/;
/** The database does not reply. Its address stays out of the message: the URL carries a password. */
const NOT_REACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Run a program to its end. What a person can mend is printed in its own words; of anything else, what it is and where its details are. */
export async function runProgram(program: () => Promise<void>): Promise<void> {
  try {
    const tooOld = problemWithNode();
    if (tooOld !== undefined) throw new CliError(tooOld);
    await program();
  } catch (error) {
    if (error instanceof HelpAsked) return console.log(error.message);
    console.error(plainMessageOf(error) ?? unforeseenMessageOf(error, keepDetails));
    process.exit(error instanceof CliError ? error.exitCode : EXIT_FAILED);
  }
}

/** Ends the program with how it is called when that is what was asked, with `--help` or `-h`. */
export function answerHelp(usage: string, parameters: readonly string[] = process.argv.slice(2)): void {
  if (parameters.includes('--help') || parameters.includes('-h')) throw new HelpAsked(usage);
}

/** Reads what was typed. @throws CliError with what is wrong with it, and how the program is called. */
export function readTyped<TOrder>(usage: string, read: () => TOrder): TOrder {
  answerHelp(usage);
  try {
    return read();
  } catch (error) {
    throw error instanceof CliError ? error : new CliError(`${(error as Error).message}\n${usage}`);
  }
}

/** What to print for something a person can mend; undefined for anything else. */
export function plainMessageOf(error: unknown): string | undefined {
  if (IN_WORDS.some((Kind) => error instanceof Kind)) return (error as Error).message;
  if (error instanceof PartitionsInUseError) return `${error.message}\nStop it: only one Hundi can use a database in this mode.`;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || !NOT_REACHABLE.has(code)) return undefined;
  return `The database of DATABASE_URL does not answer (${code}).\nIs the address right, and does Postgres run there?`;
}

/**
 * What to print of an error that has no words of its own: a stack on the screen tells a newcomer nothing.
 *
 * @param keep puts the details away. @returns where; undefined when it could not.
 */
export function unforeseenMessageOf(error: unknown, keep: (details: string) => string | undefined): string {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const place = keep(stack ?? message);
  const where = place === undefined ? '' : ` The details are in ${place}.`;
  if (TOO_LATE.test(message)) {
    return `Postgres did not answer in time (${message}): this machine is very busy.\nNothing is lost; start again when less runs beside it.${where}`;
  }
  return `This ended with an error that is not known: ${name}: ${message}\nTry once more. When it comes again, it is a bug: please report it.${where}`;
}

function keepDetails(details: string): string | undefined {
  const file = join(tmpdir(), `hundi-error-${process.pid}.log`);
  try {
    writeFileSync(file, `${details}\n`, { mode: 0o600 });
    return file;
  } catch {
    return undefined;
  }
}
