import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#contracts';
import { Erasures } from './erasures.table';
import { openKycPool } from '../vault/kyc-pool';

export interface HoldInput {
  databaseUrl: string;
  clock: Clock;
  verificationId: string;
  /** Why nothing may be erased; null lifts the hold. */
  reason: string | null;
  /** How long to wait until a running service has taken the order, in milliseconds. */
  waitMs: number;
}

const LOOK_EVERY_MS = 250;

/** An operator's order that nothing of a verification be erased, for a running kyc service to take. */
export async function orderHold({
  databaseUrl,
  clock,
  verificationId,
  reason,
  waitMs,
}: HoldInput): Promise<'missing' | 'ordered' | 'taken'> {
  const pool = openKycPool(databaseUrl, () => undefined);
  try {
    const erasures = new Erasures(pool);
    const orderId = await erasures.order(verificationId, reason, clock.nowMs());
    if (orderId === null) return 'missing';
    for (let waitedMs = 0; waitedMs < waitMs; waitedMs += LOOK_EVERY_MS) {
      if (await erasures.isTaken(orderId)) return 'taken';
      await pause(LOOK_EVERY_MS);
    }
    return 'ordered';
  } finally {
    await pool.end();
  }
}
