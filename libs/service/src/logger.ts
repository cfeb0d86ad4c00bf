import pino from 'pino';
import { humanLine } from './human-line';
import { redactLine } from './redact-line';

export type Logger = import('pino').Logger;

export interface LoggerOptions {
  /** Name of the process, written into every line. */
  service: string;
  /** `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`. Default `info`. */
  level?: string;
  /** One readable line instead of JSON. Default false. */
  pretty?: boolean;
  /** Where lines go. Default: standard output, written at once, so that the last words of a process are not lost. */
  destination?: { write(line: string): void };
}

/**
 * The structured logger: one JSON object a line, `level` as a word, `time` in RFC 3339. Every finished line passes
 * the filter for secrets (redact-line.ts), also the readable form.
 */
export function createLogger(options: LoggerOptions): Logger {
  const pretty = options.pretty ?? false;
  return pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: (line) => (pretty ? humanLine(redactLine(line)) : redactLine(line)) },
    },
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  );
}
