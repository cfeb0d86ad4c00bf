import { Injectable } from '@nestjs/common';
import { InFlightMap } from '#collections';
import { ApiError } from '../http/api-error';

/** How long a request waits for another one with the same key, in milliseconds. */
export const KEY_WAIT_MS = 2_000;
/** Keys under way at once in one process; above that new ones are refused, never forgotten. */
const KEYS_MAX = 20_000;

/** The Idempotency-Keys whose request is under way in this process. What is over is the store's to know. */
@Injectable()
export class InFlightKeys {
  private readonly settled = new InFlightMap<string, Promise<void>>();

  /** Whether a request with this key is under way in this process. */
  isUnderWay(key: string): boolean {
    return this.settled.has(key);
  }

  /**
   * Runs `work` as the only request with this key in this process. When another one is under way, waits for it up to
   * two seconds, and then asks the store like everybody else: it has the answer, or the key is free again.
   *
   * @throws ApiError idempotency_key_in_use after the wait; service_unavailable when too many keys are under way.
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const other = this.settled.get(key);
    if (other !== undefined) await waitFor(other);
    if (this.settled.size >= KEYS_MAX) throw new ApiError('service_unavailable');
    let settle: () => void = () => undefined;
    const settled = new Promise<void>((resolve) => (settle = resolve));
    this.settled.set(key, settled);
    try {
      return await work();
    } finally {
      // Several waiters may have gone on together: only the last one registered may clear the entry.
      if (this.settled.get(key) === settled) this.settled.delete(key);
      settle();
    }
  }
}

async function waitFor(other: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ApiError('idempotency_key_in_use', {}, { 'retry-after': '1' })), KEY_WAIT_MS);
  });
  try {
    await Promise.race([other, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
