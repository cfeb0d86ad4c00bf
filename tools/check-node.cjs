// Run before everything that npm starts. Old JavaScript on purpose: an old Node must be able to read this far.
'use strict';
var NEEDED = 24;
var version = process.argv[2] || process.version;
var major = parseInt(version.replace(/^v/, '').split('.')[0], 10);
if (!(major >= NEEDED)) {
  console.error('Node ' + version + ' is too old: Hundi runs on Node ' + NEEDED + '.');
  console.error(
    '"npm ci" puts the right one into node_modules for Linux and macOS, and npm scripts then use it. Otherwise install Node ' +
      NEEDED +
      '.',
  );
  process.exit(1);
}
