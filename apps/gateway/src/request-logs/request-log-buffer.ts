import type { CapturedRequest } from './captured-request';

/** Requests that wait to be written. More are counted and dropped: a log must not take the memory of those it is about. */
export const WAITING_MAX = 10_000;
/** Of their bodies, in characters. */
export const WAITING_LENGTH_MAX = 64_000_000;

/** Requests that ended, and wait to be written. */
export class RequestLogBuffer {
  private waiting: CapturedRequest[] = [];
  private length = 0;

  /** @param waitingMax requests that may wait at once. */
  constructor(private readonly waitingMax: number = WAITING_MAX) {}

  /** @param alsoWaiting what was taken before and is not written yet. @returns whether there was a place for it. */
  add(captured: CapturedRequest, alsoWaiting: number): boolean {
    const length = (captured.answer?.length ?? 0) + Number(captured.request.headers['content-length'] ?? 0);
    if (this.waiting.length + alsoWaiting >= this.waitingMax || this.length + length > WAITING_LENGTH_MAX) return false;
    this.waiting.push(captured);
    this.length += length;
    return true;
  }

  get size(): number {
    return this.waiting.length;
  }

  /** All of them, in the order in which they ended. */
  take(): CapturedRequest[] {
    const taken = this.waiting;
    this.waiting = [];
    this.length = 0;
    return taken;
  }
}
