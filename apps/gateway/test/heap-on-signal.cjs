// Preloaded by `--require` into every process of a Hundi: on SIGUSR2 it writes a snapshot of its heap, after a collection of what
// nothing holds, into the folder that HUNDI_TEST_HEAPS names. The product knows nothing of it.
const { renameSync } = require('node:fs');
const { join } = require('node:path');
const v8 = require('node:v8');

// Else a snapshot holds the first 1024 characters of a string.
v8.setFlagsFromString('--heap-snapshot-string-limit=10000000');
// What a search must find, or it finds nothing at all: in a long text, and as a value with a name. V8 keeps a text that was put
// together in parts.
const whole = (text) => Buffer.from(text).toString();
const marker = process.env.HUNDI_TEST_MARKER;
globalThis.planted = { text: whole(`${'x'.repeat(5000)}${marker}`), cvv: whole(`cvv ${marker}`) };

process.on('SIGUSR2', () => {
  const file = join(process.env.HUNDI_TEST_HEAPS, String(process.pid));
  v8.writeHeapSnapshot(file);
  renameSync(file, `${file}.heapsnapshot`);
});
