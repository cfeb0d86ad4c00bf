import { InFlightMap } from '#collections';

/**
 * What was begun and is waited for at a stop. A client that produces may still open a connection: both libraries close those there
 * are, and one that is being made would come after, and hold the process. Every part of the work has a time limit of its own.
 */
export class InFlightWork {
  private readonly works = new InFlightMap<number, Promise<unknown>>();
  private begun = 0;

  /** The work itself, remembered until it has settled. */
  async watch<TResult>(work: Promise<TResult>): Promise<TResult> {
    const id = this.begun++;
    this.works.set(id, work);
    try {
      return await work;
    } finally {
      this.works.delete(id);
    }
  }

  /** Waits for all of it, however it ends. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.works.values());
  }
}
