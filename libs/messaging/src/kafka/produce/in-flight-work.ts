/**
 * What a client has begun and may still open a connection. Both libraries close the connections there are; one that is being
 * made would come after, and hold the process. Every part of the work has a time limit of its own.
 */
export class InFlightWork {
  private readonly works = new Set<Promise<unknown>>();

  /** The work itself, remembered until it has settled. */
  async watch<TResult>(work: Promise<TResult>): Promise<TResult> {
    this.works.add(work);
    try {
      return await work;
    } finally {
      this.works.delete(work);
    }
  }

  /** Waits for all of it, however it ends. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.works);
  }
}
