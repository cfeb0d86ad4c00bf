import { runPeriodically, type Logger } from '#service';
import type { Vault } from './vault';

const EVERY_MS = 60_000;

/** Lets the vault forget what has run out, once a minute. @returns how to end it, after the sweep under way. */
export function sweepPeriodically(vault: Pick<Vault, 'sweep'>, logger: Logger): () => Promise<void> {
  return runPeriodically({
    everyMs: EVERY_MS,
    work: async () => {
      const count = await vault.sweep();
      if (count > 0) logger.info({ count }, 'content of the vault ran out and was forgotten');
    },
    onError: (error) => logger.warn({ error: String(error) }, 'the vault could not be swept; trying again'),
  });
}
