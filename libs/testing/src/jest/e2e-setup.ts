import { announceTestServers, readTestServers } from '../config';
import { rememberForTeardown } from './running-servers';
import setUpServers from './global-setup';
import { startSharedHundi } from './shared-hundi';
import { runNames, type RunSelection } from './wanted-suites';

/** As for the integration suites, and a whole Hundi for the suites that name it. */
export default async function setUp(selection: RunSelection): Promise<void> {
  await setUpServers(selection);
  const { hundi, mode } = readTestServers();
  if (hundi || !runNames(selection, /hundiUnderTest/)) return;
  const shared = await startSharedHundi(mode);
  announceTestServers({ hundi: JSON.stringify(shared.facts) });
  let isWanted = true;
  void shared.process.ended.then((exit) => {
    if (isWanted) process.stderr.write(`The shared Hundi ended by itself with ${exit}:\n${shared.process.output()}\n`);
  });
  rememberForTeardown({
    descriptions: [],
    stop: () => {
      isWanted = false;
      return shared.process.stopAndRemove();
    },
    // It ends its own servers when it is asked to end.
    endNow: () => process.kill(shared.process.pid, 'SIGTERM'),
  });
}
