import type { Random } from '#contracts';

/** Time part of the first id, in milliseconds since the epoch: 2026-11-21T00:00:00Z. */
const FIRST_UUID_MS = 1_795_219_200_000;

/** Repeatable randomness: the same seed gives the same bytes and ids. Not fit for secrets. */
export class SeededRandom implements Random {
  private state: number;
  private issued = 0;

  constructor(seed = 1) {
    this.state = seed >>> 0;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.next() >>> 24);
  }

  /** Version 7, each later than the one before it. */
  uuid(): string {
    const time = (FIRST_UUID_MS + this.issued++).toString(16).padStart(12, '0');
    const tail = Buffer.from(this.bytes(10)).toString('hex');
    const variant = ((parseInt(tail.charAt(3), 16) & 0x3) | 0x8).toString(16);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-${variant}${tail.slice(4, 7)}-${tail.slice(7, 19)}`;
  }

  /** Mulberry32: small, and good enough to spread. */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
