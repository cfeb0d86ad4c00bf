import { constants } from 'node:os';
import { CliError } from './cli-error';

/** Ctrl-C reaches us twice, from the terminal and forwarded by npm: so much later it is meant. In milliseconds. */
const ECHO_MS = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** What a shell expects of a process that a signal ended. */
const EXIT_SIGNALLED = 128;

/** A signal that came while Hundi was starting. */
export interface Interruption {
  /** Rejects when a signal comes: who starts something then stops what it has started. */
  signalled: Promise<never>;
  /** The start is over: signals are for others again. */
  end(): void;
}

/**
 * Without it a signal ends Node at once, and Postgres and Kafka, which have sessions of their own, go on alone. A second signal still
 * does that.
 */
export function watchForInterruption(): Interruption {
  let reject: (error: CliError) => void;
  const signalled = new Promise<never>((_resolve, fail) => (reject = fail));
  signalled.catch(() => undefined);
  let firstAtMs: number | undefined;
  const onSignal = (signal: (typeof SIGNALS)[number]): void => {
    const nowMs = performance.now();
    const exitCode = EXIT_SIGNALLED + constants.signals[signal];
    if (firstAtMs !== undefined && nowMs - firstAtMs >= ECHO_MS) process.exit(exitCode);
    if (firstAtMs !== undefined) return;
    firstAtMs = nowMs;
    // What is still starting loses its Postgres under it, and that is no bug.
    for (const fault of ['uncaughtException', 'unhandledRejection']) process.on(fault, () => undefined);
    reject(new CliError('Hundi was interrupted while it started. What ran already was stopped.', exitCode));
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const end = (): void => SIGNALS.forEach((signal) => process.off(signal, onSignal));
  return { signalled, end };
}
