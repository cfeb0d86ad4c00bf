/** The part of the Node process that `runUntilSignal` needs. */
type SignalSource = NonNullable<Parameters<typeof import('#service').runUntilSignal>[1]['source']>;

const ECHO_MS = 1_000;
const SIGNALS = new Set(['SIGINT', 'SIGTERM']);

/**
 * The process as a source of signals for `npm start`: Ctrl-C reaches us twice, from the terminal and forwarded by npm,
 * and the echo must not count as impatience. A later second signal does.
 *
 * @param beforeExit what must still be ended when the apps are gone, or when there was no patience to wait for them.
 */
export function debouncedSignals(beforeExit: () => Promise<void>): SignalSource {
  let firstAtMs: number | undefined;
  const isEcho = (): boolean => {
    const nowMs = performance.now();
    if (firstAtMs !== undefined && nowMs - firstAtMs < ECHO_MS) return true;
    firstAtMs ??= nowMs;
    return false;
  };
  return {
    on: (event, listener) =>
      process.on(event, (argument: unknown) => {
        if (!SIGNALS.has(event) || !isEcho()) listener(argument);
      }),
    // Listeners stay: without them a late Ctrl-C would end Node before Postgres.
    off: () => undefined,
    // A code that was set before says that the end is a failure, however orderly it was.
    exit: (code) => void beforeExit().finally(() => process.exit(code || process.exitCode)),
  };
}
