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

/** A child that names its service would leave the name of its parent in the line too, and JSON names a thing once. */
const PARENT_SERVICE = /"service":"[^"]*",(?="service":)/;

/**
 * The structured logger: one JSON object a line, `level` as a word, `time` in RFC 3339. Every finished line passes
 * the filter for secrets (redact-line.ts), also the readable form.
 */
export function createLogger(options: LoggerOptions): Logger {
  const pretty = options.pretty ?? false;
  const written = (line: string): string => (pretty ? humanLine(redactLine(line)) : redactLine(line));
  return pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: (line) => written(line.replace(PARENT_SERVICE, '')) },
    },
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  );
}
