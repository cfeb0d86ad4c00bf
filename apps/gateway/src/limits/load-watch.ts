import { ApiError } from '../http/api-error';
import { ProcessLoad, type Load } from './process-load';

/** From when on a process has more to do than it can (docs/reference/security.md, The HTTP surface). */
export interface LoadLimits {
  /** How late the event loop may be on average, in milliseconds. */
  lagMaxMs: number;
  /** Of the heap that V8 may use, in percent. */
  heapUsedMaxPercent: number;
}

const LOOK_EVERY_MS = 500;
/** After so many looks without a request it rests until the next one: measuring the lag wakes the process a hundred times a second. */
const LOOKS_WITHOUT_REQUEST = 10;

/**
 * Whether this process falls behind. A request that is let in then waits in front of everything it needs, and makes all others
 * wait: refusing it at once serves more of them in time. It takes two looks in a row: one long turn, as of a process that was
 * frozen, is over when it is seen, and delays no later request.
 */
export class LoadWatch {
  private timer: NodeJS.Timeout | undefined;
  private isStarted = false;
  /** Looks since the last request. */
  private looksAlone = 0;
  /** What the last look found to be too much. */
  private excess: string | undefined;
  /** The same, when the look before had found something too. */
  private overload: string | undefined;

  /** @param onRefused counts what is turned away. */
  constructor(
    private readonly limits: LoadLimits,
    private readonly onRefused: () => void,
    private readonly load: Pick<ProcessLoad, 'start' | 'stop' | 'read'> = new ProcessLoad(),
  ) {}

  /** From when the server listens: what the process does before that delays no request. */
  start(): void {
    this.isStarted = true;
    this.measure();
  }

  /** @throws ApiError service_unavailable while there is too much to do. Nothing of the request was looked at yet. */
  admit(): void {
    this.looksAlone = 0;
    if (this.timer === undefined && this.isStarted) this.measure();
    if (this.overload === undefined) return;
    this.onRefused();
    throw new ApiError('service_unavailable', { reason: 'overloaded' }, { 'retry-after': '1' }, this.overload);
  }

  stop(): void {
    this.isStarted = false;
    this.rest();
  }

  private measure(): void {
    this.load.start();
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.load.stop();
  }

  private look(): void {
    const excess = this.excessOf(this.load.read());
    this.overload = this.excess && excess;
    this.excess = excess;
    if (++this.looksAlone >= LOOKS_WITHOUT_REQUEST && excess === undefined) this.rest();
  }

  private excessOf({ lagMs, heapUsedPercent }: Load): string | undefined {
    if (lagMs > this.limits.lagMaxMs) return `the event loop is ${Math.round(lagMs)} ms late`;
    return heapUsedPercent > this.limits.heapUsedMaxPercent ? `${Math.round(heapUsedPercent)} % of the heap is used` : undefined;
  }
}
