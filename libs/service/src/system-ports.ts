import { randomFillSync } from 'node:crypto';
import type { Clock, Random } from '#contracts';

/** The machine's clock. The only place that reads it. */
export class SystemClock implements Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number {
    return Date.now();
  }

  monotonicMs(): number {
    return performance.now();
  }
}

/** Bytes drawn from the operating system at once: a call for each id would cost more than the id. */
const POOL_BYTES = 8192;

/** The operating system's cryptographic randomness. */
export class SystemRandom implements Random {
  private pool = new Uint8Array(0);
  private used = 0;

  constructor(private readonly clock: Pick<Clock, 'nowMs'> = new SystemClock()) {}

  /** `count` unpredictable bytes; no byte is ever given twice. */
  bytes(count: number): Uint8Array {
    if (count > POOL_BYTES) return randomFillSync(new Uint8Array(count));
    if (this.used + count > this.pool.length) {
      this.pool = randomFillSync(new Uint8Array(POOL_BYTES));
      this.used = 0;
    }
    this.used += count;
    return this.pool.subarray(this.used - count, this.used);
  }

  /** RFC 9562 version 7: 48 bits of milliseconds, then 74 random bits. */
  uuid(): string {
    const time = this.clock.nowMs().toString(16).padStart(12, '0');
    const bytes = this.bytes(10);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const versioned = (0x7000 | (view.getUint16(0) & 0x0fff)).toString(16);
    const variant = (0x8000 | (view.getUint16(2) & 0x3fff)).toString(16);
    const tail = hex(view.getUint16(4), 4) + hex(view.getUint32(6), 8);
    return `${time.slice(0, 8)}-${time.slice(8)}-${versioned}-${variant}-${tail}`;
  }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
