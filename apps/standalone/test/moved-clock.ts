import { globSync, writeFileSync } from 'node:fs';

const [LIBRARY] = globSync('/usr/lib/{*/,}faketime/libfaketime.so.1');
/** How often a process looks at its file, in seconds. */
const LOOKED_AT_EVERY_SECONDS = 1;

/** Whether clocks can be moved on this machine. Says why not. */
export function mayMoveClocks(): boolean {
  if (LIBRARY === undefined) process.stderr.write('Skipped: libfaketime is missing (Debian: faketime).\n');
  return LIBRARY !== undefined;
}

/**
 * The wall clock of the processes that get its environment. It moves while they run, within a second of `set()`. Their
 * monotonic clock stays as it is, as that of a machine whose wall clock is set.
 */
export class MovedClock {
  constructor(private readonly file: string) {
    this.set('+0');
  }

  /** As faketime has it: `+3600` or `-1h` from now, `+0 x0.5` for one that is slow. */
  set(offset: string): void {
    writeFileSync(this.file, `${offset}\n`);
  }

  get environment(): Record<string, string> {
    return {
      LD_PRELOAD: LIBRARY ?? '',
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_CACHE_DURATION: String(LOOKED_AT_EVERY_SECONDS),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }
}
