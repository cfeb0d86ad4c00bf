import { WakeableLoop } from '#loops';
import type { Logger } from '#service';
import type { Vault } from './vault';

const EVERY_MS = 60_000;

/** Lets the vault forget what has run out, once a minute. */
export function sweepPeriodically(vault: Pick<Vault, 'sweep'>, logger: Logger): WakeableLoop {
  return new WakeableLoop({
    everyMs: EVERY_MS,
    run: async () => {
      const count = await vault.sweep();
      if (count > 0) logger.info({ count }, 'expired vault content deleted');
    },
    onError: (error) => logger.warn({ error: String(error) }, 'vault sweep failed, retrying'),
  }).start();
}
