import type { Logger } from './log/logger';

/** The part of the Node process that is needed here; tests hand in their own. */
export interface SignalSource {
  on(event: string, listener: (argument: unknown) => void): unknown;
  off(event: string, listener: (argument: unknown) => void): unknown;
  exit(code: number): void;
}

export interface RunOptions {
  logger: Logger;
  /** Hard exit so long after the first signal, in milliseconds. Default 5000. */
  graceMs?: number;
  /** Called at the first signal, before the stop: readiness goes down here. */
  onStopping?: () => void;
  source?: SignalSource;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const FAULTS = ['unhandledRejection', 'uncaughtException'] as const;
/** 128 + SIGINT: what a shell expects of a process that was interrupted twice. */
const EXIT_INTERRUPTED = 130;

/**
 * Lets the app run until SIGTERM or SIGINT, then stops it once and ends the process with 0. A second signal ends it at
 * once (130), a stop that takes longer than `graceMs` or fails ends it with 1, and so does an exception that is not
 * caught: the state of the process is unknown then, and the log of events is what the next start trusts.
 *
 * The promise resolves when the app has stopped.
 */
export function runUntilSignal(app: { stop(): Promise<void> }, options: RunOptions): Promise<void> {
  const { logger, graceMs = 5_000, source = process } = options;
  return new Promise((resolve) => {
    let isStopping = false;
    const finish = (code: number): void => {
      for (const signal of SIGNALS) source.off(signal, onSignal);
      for (const fault of FAULTS) source.off(fault, onFault);
      source.exit(code);
      resolve();
    };
    const onFault = (error: unknown): void => {
      logger.fatal({ err: error }, 'uncaught error: the process exits');
      finish(1);
    };
    const onSignal = (signal: unknown): void => {
      if (isStopping) return finish(EXIT_INTERRUPTED);
      isStopping = true;
      logger.info({ signal: String(signal), graceMs }, 'stopping');
      options.onStopping?.();
      stopWithin(app, graceMs).then(
        () => finish(0),
        (error: unknown) => {
          logger.error({ err: error }, 'graceful stop failed: the process exits');
          finish(1);
        },
      );
    };
    for (const signal of SIGNALS) source.on(signal, onSignal);
    for (const fault of FAULTS) source.on(fault, onFault);
  });
}

/**
 * Ends the process at the first signal, while there is nothing to stop yet. Process 1 has to listen for that: the kernel keeps signals
 * without a handler from it.
 *
 * @returns takes the handlers away again.
 */
export function endOnSignal(code: number, { logger, source = process }: Pick<RunOptions, 'logger' | 'source'>): () => void {
  const end = (signal: unknown): void => {
    logger.info({ signal: String(signal) }, 'ended before the start was done');
    source.exit(code);
  };
  for (const signal of SIGNALS) source.on(signal, end);
  return () => {
    for (const signal of SIGNALS) source.off(signal, end);
  };
}

async function stopWithin(app: { stop(): Promise<void> }, graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not stopped within ${graceMs} ms`)), graceMs);
  });
  try {
    await Promise.race([app.stop(), late]);
  } finally {
    clearTimeout(timer);
  }
}
