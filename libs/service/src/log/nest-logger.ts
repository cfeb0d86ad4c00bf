import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger';

/**
 * Nest's words in our log. Nest tells at `log` level which module and route it wired, which is noise in production:
 * that goes to `debug`. The last optional parameter is Nest's context, kept as `context`.
 */
export function nestLogger(logger: Logger): LoggerService {
  const write =
    (level: 'debug' | 'warn' | 'error' | 'fatal' | 'trace') =>
    (message: unknown, ...rest: unknown[]): void => {
      const context = typeof rest.at(-1) === 'string' ? { context: rest.at(-1) } : {};
      if (message instanceof Error) logger[level]({ ...context, err: message }, message.message);
      else logger[level](context, typeof message === 'string' ? message : JSON.stringify(message));
    };
  return {
    log: write('debug'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
    debug: write('debug'),
    verbose: write('trace'),
  };
}
