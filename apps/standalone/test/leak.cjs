// Preloaded by `--require` into one process of a cluster: it keeps more and more until V8 ends the process for want of memory.
const BYTES = 1024 * 1024;
const kept = [];
setInterval(() => kept.push(Array.from({ length: BYTES / 8 }, (_, index) => index + kept.length)), 60).unref();
