import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess } from '#embedded';
import { childProcessesOf } from '#testing';

/** As `libs/embedded` is compiled; the tests of this folder start compiled programs anyway. */
const EMBEDDED = join(__dirname, '../../../dist/libs/embedded/src/index.js');

/** The Postgres of a data folder, for tests that break it under the Hundi that uses it. */
export class FolderServer {
  private startedPid: number | undefined;

  constructor(private readonly dataDir: string) {}

  /** SIGQUIT is Postgres's immediate shutdown, SIGKILL no shutdown at all: the next start recovers from the log. */
  async end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    await endProcess(this.pid, [{ signal, graceMs: 10_000 }]);
  }

  /** On the same port and files, as an operator would: by a process that ends, so that the folder stays the Hundi's. */
  async startAgain(port: number): Promise<void> {
    const options = JSON.stringify({ dataDir: join(this.dataDir, 'postgres'), port, durable: true });
    const begun = `require(${JSON.stringify(EMBEDDED)}).startEmbeddedPostgres(${options})`;
    // The Hundi may have claimed the folder of the new server first: that start is refused then, and its server stays.
    const script = `${begun}.then(() => console.log('started'), () => process.exit(1))`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    await Promise.race([once(child.stdout, 'data'), ended]);
    child.kill('SIGKILL');
    await ended;
    this.startedPid = this.pid;
  }

  get port(): number {
    return this.readPidFile().port;
  }

  /** Of the postmaster. */
  get pid(): number {
    return this.readPidFile().pid;
  }

  /** For its superuser, on the database that every server has. */
  get url(): string {
    const password = readFileSync(join(this.dataDir, 'postgres/password'), 'utf8').trim();
    return `postgres://hundi:${password}@127.0.0.1:${this.port}/postgres`;
  }

  /** To the postmaster and every process under it. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    for (const { pid } of [this, ...childProcessesOf(this.pid)]) process.kill(pid, signal);
  }

  /** Ends what `startAgain` started, where no Hundi has done it. */
  async stop(): Promise<void> {
    if (this.startedPid !== undefined) await endProcess(this.startedPid, [{ signal: 'SIGKILL', graceMs: 5_000 }]);
  }

  private readPidFile(): { pid: number; port: number } {
    const [pid, , , port] = readFileSync(join(this.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(pid), port: Number(port) };
  }
}
