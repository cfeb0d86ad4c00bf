import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** How much a process has to do. */
export interface Load {
  /** How late the event loop was on average since the last reading, in milliseconds. */
  lagMs: number;
  /** Of the heap that V8 may use. */
  heapUsedPercent: number;
}

/** How finely the lag is measured. */
const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

/** The load of this process. */
export class ProcessLoad {
  private readonly delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  start(): void {
    this.delay.reset();
    this.delay.enable();
  }

  stop(): void {
    this.delay.disable();
  }

  read(): Load {
    const lagMs = this.delay.mean / NS_PER_MS - RESOLUTION_MS;
    this.delay.reset();
    const heap = getHeapStatistics();
    return { lagMs, heapUsedPercent: (heap.used_heap_size / heap.heap_size_limit) * 100 };
  }
}
