const LOOK_EVERY_MS = 10_000;
/** Of a core. Hundi takes one or two without requests. */
const AT_REST_MAX_PERCENT = 3;
/** So many looks in a row, before it is collected. */
const LOOKS_AT_REST = 3;
/** For less it is not collected again: the process stands still for a third of a second, or half of one. */
const WORTH_BYTES = 128 * 1_024 * 1_024;

/** What is measured of a process, and what can be done. */
export interface MeasuredProcess {
  /** On the monotonic clock, in milliseconds. */
  nowMs(): number;
  /** Processor time that it has taken so far, in milliseconds. */
  cpuMs(): number;
  /** What it holds of the memory of the machine (RSS). */
  bytes(): number;
  /** Collects all garbage and gives back what is free. */
  collect(): void;
}

/**
 * V8 collects the old generation of its heap when it has grown to a multiple of what is alive. A process that does nothing for hours
 * after a busy minute would keep that garbage: twice the memory that it needs. Here it is collected once the process is at rest.
 */
export class MemoryAtRest {
  private atMs: number;
  private cpuMs: number;
  private looksAtRest = 0;
  private collectedBytes = 0;

  constructor(private readonly measured: MeasuredProcess) {
    this.atMs = measured.nowMs();
    this.cpuMs = measured.cpuMs();
  }

  look(): void {
    this.looksAtRest = this.percentSinceLook() > AT_REST_MAX_PERCENT ? 0 : this.looksAtRest + 1;
    if (this.looksAtRest < LOOKS_AT_REST || this.measured.bytes() < this.collectedBytes + WORTH_BYTES) return;
    this.measured.collect();
    this.collectedBytes = this.measured.bytes();
  }

  private percentSinceLook(): number {
    const [beforeMs, cpuBeforeMs] = [this.atMs, this.cpuMs];
    this.atMs = this.measured.nowMs();
    this.cpuMs = this.measured.cpuMs();
    return ((this.cpuMs - cpuBeforeMs) / (this.atMs - beforeMs)) * 100;
  }
}

/** Looks after the memory of this process, where it was started with `--expose-gc`, as `npm start` does. */
export function giveMemoryBackAtRest(): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  const memory = new MemoryAtRest({
    nowMs: () => performance.now(),
    cpuMs: () => cpuMicros(process.cpuUsage()) / 1_000,
    bytes: () => process.memoryUsage.rss(),
    collect: () => void gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  });
  setInterval(() => memory.look(), LOOK_EVERY_MS).unref();
}

function cpuMicros({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}
