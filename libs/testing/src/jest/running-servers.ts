import type { RunServers } from './servers';

const remembered: RunServers[] = [];

/** Keep servers for the tear-down, and end them also when the run is interrupted or dies of an exception. */
export function rememberForTeardown(servers: RunServers): void {
  remembered.push(servers);
  if (remembered.length > 1) return;
  process.once('exit', endNow);
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}

/** The orderly end, last started first. */
export async function stopRemembered(): Promise<void> {
  for (const servers of remembered.splice(0).reverse()) await servers.stop();
}

function endNow(): void {
  for (const servers of remembered.splice(0).reverse()) servers.endNow();
}
