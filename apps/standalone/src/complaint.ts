import { EmbeddedServerError } from '#embedded';
import { ConfigError } from '#service';

/** Something the person at the terminal can mend. The message says what is wrong and what to do; it needs no stack. */
export class ComplaintError extends Error {
  override readonly name = 'ComplaintError';
}

const EXIT_FAILED = 1;

/** Run a program to its end. What a person can mend is printed in its own words, anything else with its stack. */
export async function runProgram(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    const isPlain = error instanceof ComplaintError || error instanceof EmbeddedServerError || error instanceof ConfigError;
    console.error(isPlain ? error.message : error);
    process.exit(EXIT_FAILED);
  }
}
