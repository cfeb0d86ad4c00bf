import { runUntilSignal } from '#service';
import { debouncedSignals } from './debounced-signals';
import { runProgram } from './cli-error';
import { startDistributed } from './distributed';
import { readPlace } from './data-location';
import { watchForInterruption } from './interrupted-start';
import { choosePublicAddress } from './public-address';
import { bannerText } from './startup-banner';

/** The gateway stops within its grace, then the services within theirs, and each may need the axe. */
const graceMsOf = (ofOneMs: number): number => 2 * ofOneMs + 6_000;

void runProgram(async () => {
  const { config, folder } = readPlace();
  const address = await choosePublicAddress(config);
  folder.prepare();
  const interruption = watchForInterruption();
  const hundi = await startDistributed(config, folder, address, interruption.signalled);
  interruption.end();
  const { baseUrl, account, isReturning, servers } = hundi;
  console.log(bannerText({ baseUrl, account, isReturning, docsEnabled: config.docsEnabled, servers, folder: folder.path }));
  const source = debouncedSignals(async () => {
    await hundi.stopServers();
    folder.removeRunFile();
  });
  await runUntilSignal(hundi, { logger: hundi.logger, source, graceMs: graceMsOf(config.shutdownGraceMs) });
});
