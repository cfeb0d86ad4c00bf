import type { RunServers } from './servers';

let remembered: RunServers | undefined;

/** Keep the servers for the tear-down, and end them also when the run is interrupted or dies of an exception. */
export function rememberForTeardown(servers: RunServers): void {
  remembered = servers;
  process.once('exit', () => remembered?.endNow());
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}

/** The orderly end. */
export async function stopRemembered(): Promise<void> {
  await remembered?.stop();
  remembered = undefined;
}
