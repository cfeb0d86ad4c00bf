import { runUntilSignal } from '#service';
import { debouncedSignals } from './debounced-signals';
import { runProgram } from './cli-error';
import { startEmbedded } from './embedded';
import { readPlace } from './data-location';
import { watchForInterruption } from './interrupted-start';
import { giveMemoryBackAtRest } from './memory-at-rest';
import { choosePublicAddress } from './public-address';
import { bannerText } from './startup-banner';

void runProgram(async () => {
  const { config, folder } = readPlace();
  const address = await choosePublicAddress(config);
  folder.prepare();
  const interruption = watchForInterruption();
  const hundi = await startEmbedded(config, folder, address, interruption.signalled);
  interruption.end();
  const servers = [`Postgres   127.0.0.1:${hundi.postgres.port} (embedded)`];
  console.log(
    bannerText({
      baseUrl: hundi.baseUrl,
      account: hundi.account,
      isReturning: hundi.isReturning,
      docsEnabled: config.docsEnabled,
      folder: folder.path,
      servers,
    }),
  );
  giveMemoryBackAtRest();
  const source = debouncedSignals(async () => {
    await hundi.stopPostgres();
    folder.removeRunFile();
  });
  await runUntilSignal(hundi, {
    logger: hundi.logger,
    source,
    graceMs: config.shutdownGraceMs,
    onStopping: () => hundi.health.markStopping(),
  });
});
