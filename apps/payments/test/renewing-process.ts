import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from '#contracts';
import { eventually, startTypescript } from '#testing';
import type { DeathAt } from './die-at-commit';

/** How one process differs from the others. */
export interface ProcessKind {
  /** The step of its work at which it kills itself. It may do so before it is started. */
  death?: DeathAt;
  /** It serves every other partition; without it all that are free. */
  isHalf?: boolean;
}

/** One process of the payments service, that the test sends from one instant to the next. */
export class RenewingProcess {
  /** The signal that ended it. */
  signal: string | null = null;
  private readonly ended: Promise<void>;
  private readonly lines = new Set<string>();

  private constructor(private readonly child: ChildProcess) {
    this.ended = once(child, 'exit').then(([, signal]) => void (this.signal = String(signal)));
    createInterface(child.stdout!).on('line', (line) => this.lines.add(line));
  }

  static async start(url: string, atMs: number, kind: ProcessKind): Promise<RenewingProcess> {
    const parameters = [url, String(atMs), JSON.stringify(kind)];
    const started = new RenewingProcess(startTypescript(join(__dirname, 'renewing-child.ts'), parameters, ['pipe', 'pipe', 'inherit']));
    // What it is sent after its death is lost.
    started.child.stdin?.on('error', () => undefined);
    await started.repeats('started');
    return started;
  }

  /** The clock of this process goes on to that instant. */
  goTo(atMs: number): void {
    this.write(String(atMs));
  }

  /** What is due at that instant is done and published, or it is dead. */
  isAt(atMs: number): Promise<void> {
    return this.repeats(String(atMs));
  }

  /** All at once. Resolves when all are answered, or it is dead. */
  send(commands: readonly Command[]): Promise<void> {
    const line = JSON.stringify(commands);
    this.write(line);
    return this.repeats(line);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  private write(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  private repeats(line: string): Promise<void> {
    return eventually(() => this.signal === null && this.assertRepeated(line), { withinMs: 240_000 }).then(() => undefined);
  }

  private assertRepeated(line: string): void {
    if (!this.lines.has(line)) throw new Error(`the process has not repeated ${line.slice(0, 80)}`);
  }
}
