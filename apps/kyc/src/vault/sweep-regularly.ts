import { runPeriodically, type Logger } from '#service';
import type { Vault } from './vault';

const EVERY_MS = 60_000;

/** Lets the vault forget what has run out, once a minute. @returns how to end it, after the sweep under way. */
export function sweepPeriodically(vault: Pick<Vault, 'sweep'>, logger: Logger): () => Promise<void> {
  return runPeriodically({
    everyMs: EVERY_MS,
    work: async () => {
      const count = await vault.sweep();
      if (count > 0) logger.info({ count }, 'expired vault content deleted');
    },
    onError: (error) => logger.warn({ error: String(error) }, 'vault sweep failed, retrying'),
  });
}
