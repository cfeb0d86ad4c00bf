import { spawn, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Two loops for each core that never yield: whatever else runs gets a third of the machine at best. */
export class BusyCores {
  private readonly loops: ChildProcess[];

  constructor() {
    const count = 2 * availableParallelism();
    this.loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  }

  end(): void {
    for (const loop of this.loops) loop.kill('SIGKILL');
  }
}
