import { rmSync } from 'node:fs';

/** What a jest run started and must end. */
export interface RunningServers {
  pids: number[];
  folder: string;
  stop(): Promise<void>;
}

let remembered: RunningServers | undefined;

/** Keep the servers for the tear-down, and end them also when the run is interrupted or dies of an exception. */
export function rememberForTeardown(servers: RunningServers): void {
  remembered = servers;
  process.once('exit', endNow);
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}

/** The orderly end. */
export async function stopRemembered(): Promise<void> {
  const servers = remembered;
  remembered = undefined;
  if (!servers) return;
  await servers.stop();
  rmSync(servers.folder, { recursive: true, force: true });
}

/** At the exit of a process nothing asynchronous happens any more: a signal is all there is time for. */
function endNow(): void {
  for (const pid of remembered?.pids ?? []) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // already gone
    }
  }
  if (remembered) rmSync(remembered.folder, { recursive: true, force: true });
}
