import { MemoryAtRest } from './memory-at-rest';

const MB = 1_024 * 1_024;
/** What is left after a collection. */
const NEEDED = 200 * MB;

/** A process that is looked at every ten seconds. */
class Measured {
  collections = 0;
  private now = 0;
  private cpu = 0;
  private held = NEEDED;
  private readonly memory = new MemoryAtRest({
    nowMs: () => this.now,
    cpuMs: () => this.cpu,
    bytes: () => this.held,
    collect: () => {
      this.collections++;
      this.held = NEEDED;
    },
  });

  /** @param cpuMs that it takes in each of the ten seconds before a look. */
  looks(count: number, cpuMs: number): this {
    for (let look = 0; look < count; look++) {
      this.now += 10_000;
      this.cpu += cpuMs;
      this.memory.look();
    }
    return this;
  }

  holds(megabytes: number): this {
    this.held = megabytes * MB;
    return this;
  }
}

describe('the memory of a process at rest', () => {
  it('is collected after its start, once it has rested for half a minute', () => {
    const measured = new Measured().looks(2, 100);
    expect(measured.collections).toBe(0);
    expect(measured.looks(1, 100).collections).toBe(1);
    expect(measured.looks(100, 100).collections).toBe(1);
  });

  it('is collected again when it has grown, and is not while there is work', () => {
    const measured = new Measured().looks(3, 0).holds(600).looks(10, 400);
    expect(measured.collections).toBe(1);
    expect(measured.looks(2, 200).looks(1, 301).looks(2, 200).collections).toBe(1);
    expect(measured.looks(1, 200).collections).toBe(2);
  });

  it('is left alone when little would come of it', () => {
    const measured = new Measured().looks(3, 0).holds(327).looks(10, 0);
    expect(measured.collections).toBe(1);
    expect(measured.holds(328).looks(1, 0).collections).toBe(2);
  });
});
