// Preloaded by `--require` into one process of a cluster: from SIGUSR2 on it keeps more and more, until V8 ends the process for want
// of memory. Not before, so that a slow start does not end too early.
const BYTES = 1024 * 1024;
const kept = [];
process.once('SIGUSR2', () => {
  setInterval(() => kept.push(Array.from({ length: BYTES / 8 }, (_, index) => index + kept.length)), 60).unref();
});
