import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { ApiError } from '../http/api-error';

/** From when on a process has more to do than it can (spec/quality.md 5.7). */
export interface LoadLimits {
  /** How late the event loop may be on average, in milliseconds. */
  lagMaxMs: number;
  /** Of the heap that V8 may use, in percent. */
  heapUsedMaxPercent: number;
}

/** How finely the lag is measured, and how often it is judged, in milliseconds: a single long turn is forgotten at the next look. */
const RESOLUTION_MS = 10;
const LOOK_EVERY_MS = 500;

const NS_PER_MS = 1e6;

/**
 * Whether this process falls behind. A request that is let in then waits in front of everything it needs, and makes all others
 * wait: refusing it at once serves more of them in time.
 */
export class LoadWatch {
  private readonly delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private timer: NodeJS.Timeout | undefined;
  private overload: string | undefined;

  /** @param onRefused counts what is turned away. */
  constructor(
    private readonly limits: LoadLimits,
    private readonly onRefused: () => void,
  ) {}

  /** From when the server listens: what the process does before that delays nobody. */
  start(): void {
    this.delay.enable();
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  /** @throws ApiError service_unavailable while there is too much to do. Nothing of the request was looked at yet. */
  admit(): void {
    if (this.overload === undefined) return;
    this.onRefused();
    throw new ApiError('service_unavailable', { reason: 'overloaded' }, { 'retry-after': '1' }, this.overload);
  }

  stop(): void {
    clearInterval(this.timer);
    this.delay.disable();
  }

  private look(): void {
    const lagMs = this.delay.mean / NS_PER_MS - RESOLUTION_MS;
    this.delay.reset();
    const heap = getHeapStatistics();
    const heapPercent = (heap.used_heap_size / heap.heap_size_limit) * 100;
    this.overload = undefined;
    if (lagMs > this.limits.lagMaxMs) this.overload = `the event loop is ${Math.round(lagMs)} ms late`;
    else if (heapPercent > this.limits.heapUsedMaxPercent) this.overload = `${Math.round(heapPercent)} % of the heap is used`;
  }
}
