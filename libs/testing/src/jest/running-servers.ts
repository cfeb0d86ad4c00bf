import type { RunServers } from './servers';

const remembered: RunServers[] = [];

/** Keep servers for the tear-down, and end them also when the run is interrupted or dies of an exception. */
export function rememberForTeardown(servers: RunServers): void {
  remembered.push(servers);
  if (remembered.length > 1) return;
  process.once('exit', endNow);
  process.on('SIGINT', endOn('SIGINT', 130));
  process.on('SIGTERM', endOn('SIGTERM', 143));
}

/** The orderly end, last started first. */
export async function stopRemembered(): Promise<void> {
  for (const servers of remembered.splice(0).reverse()) await servers.stop();
}

/** A signal names itself. One that a test plays with `process.emit` does not: it is for what is tested, not for the run. */
function endOn(signal: NodeJS.Signals, code: number): (received?: NodeJS.Signals) => void {
  return (received) => {
    if (received === signal) process.exit(code);
  };
}

function endNow(): void {
  for (const servers of remembered.splice(0).reverse()) servers.endNow();
}
