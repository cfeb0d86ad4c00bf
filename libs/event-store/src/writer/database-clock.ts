import type { Clock } from '#contracts';

/**
 * The clock of the database as far as this process knows it: what it showed at the last answer, carried on by the
 * monotonic clock of the process. So a deadline given on the clock of this process can be judged by the database, after a
 * wait for its locks, however far the two clocks are apart.
 */
export class DatabaseClock implements Clock {
  /** What the database shows minus the monotonic clock of this process; null before the first answer. */
  private aheadMs: number | null = null;
  private receivedAtMs = -Infinity;

  constructor(private readonly clock: Clock) {}

  /**
   * The database read its clock between the question and now. What is known stays as long as that is possible: of many answers,
   * the quickest one tells most.
   *
   * @param databaseMs what it read, in milliseconds since the epoch.
   * @param askedAtMs the monotonic clock when it was asked.
   */
  received(databaseMs: number, askedAtMs: number): void {
    this.receivedAtMs = this.clock.monotonicMs();
    const [least, most] = [databaseMs - this.receivedAtMs, databaseMs - askedAtMs];
    this.aheadMs = Math.min(Math.max(this.aheadMs ?? least, least), most);
  }

  nowMs(): number {
    return this.aheadMs === null ? this.clock.nowMs() : Math.floor(this.clock.monotonicMs() + this.aheadMs);
  }

  monotonicMs(): number {
    return this.clock.monotonicMs();
  }

  /** How long ago the database was last asked, in milliseconds of the monotonic clock; infinite before the first answer. */
  get ageMs(): number {
    return this.clock.monotonicMs() - this.receivedAtMs;
  }

  /** How far the database is ahead of the clock of this process, in milliseconds; negative when it is behind. */
  get skewMs(): number {
    return this.nowMs() - this.clock.nowMs();
  }

  /** What the database will show at an instant of the clock of this process. */
  toDatabase(atMs: number): number {
    return atMs + this.skewMs;
  }
}
