import { SystemClock, SystemRandom } from './system-ports';

describe('SystemRandom', () => {
  it('makes version 7 UUIDs whose first 48 bits are the milliseconds of the clock', () => {
    const nowMs = 1_763_710_000_123;
    const random = new SystemRandom({ nowMs: () => nowMs });
    const uuid = random.uuid();
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(uuid.replace(/-/g, '').slice(0, 12), 16)).toBe(nowMs);
  });

  it('gives each byte only once, across many draws of the pool', () => {
    const random = new SystemRandom();
    const draws = Array.from({ length: 5_000 }, () => random.bytes(14));
    expect(new Set(draws.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(draws.length);
    expect(draws.every((bytes) => bytes.length === 14)).toBe(true);
  });

  it('makes ten thousand different UUIDs in the same millisecond', () => {
    const random = new SystemRandom({ nowMs: () => 1 });
    expect(new Set(Array.from({ length: 10_000 }, () => random.uuid())).size).toBe(10_000);
  });

  it('serves more bytes than its pool holds', () => {
    expect(new SystemRandom().bytes(20_000)).toHaveLength(20_000);
  });
});

describe('SystemClock', () => {
  it('tells milliseconds since the epoch', () => {
    const before = Date.now();
    const now = new SystemClock().nowMs();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });
});
