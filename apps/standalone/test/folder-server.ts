import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, startEmbeddedPostgres, type EmbeddedPostgres } from '#embedded';

/** The Postgres of a data folder, for tests that break it under the Hundi that uses it. */
export class FolderServer {
  private started: EmbeddedPostgres | undefined;

  constructor(private readonly dataDir: string) {}

  /** SIGQUIT is Postgres's immediate shutdown, SIGKILL no shutdown at all: the next start recovers from the log. */
  async end(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    await endProcess(this.readPidFile().pid, [{ signal, graceMs: 10_000 }]);
  }

  /** On the same port and files, as whoever runs a database would. */
  async startAgain(port: number): Promise<void> {
    this.started = await startEmbeddedPostgres({ dataDir: join(this.dataDir, 'postgres'), port, durable: true });
  }

  get port(): number {
    return this.readPidFile().port;
  }

  /** To the postmaster and every process under it. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const { pid } = this.readPidFile();
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean);
    for (const each of [pid, ...children.map(Number)]) process.kill(each, signal);
  }

  /** Ends what `startAgain` started: the Hundi knows only the server that it started itself. */
  async stop(): Promise<void> {
    await this.started?.stop();
  }

  private readPidFile(): { pid: number; port: number } {
    const [pid, , , port] = readFileSync(join(this.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(pid), port: Number(port) };
  }
}
