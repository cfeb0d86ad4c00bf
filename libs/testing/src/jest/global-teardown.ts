import { stopRemembered } from './running-servers';

/** Ends what global-setup started; nothing when the test runner owns the servers. */
export default async function tearDown(): Promise<void> {
  await stopRemembered();
}
