#!/usr/bin/env node
// `npx hundi …` in a clone: builds what is missing or old, then runs the command line tool on the Node of the lock file.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pinned = `${root}node_modules/.bin/node`;
const node = existsSync(pinned) ? pinned : process.execPath;
// What the compiler has to say goes to stderr: stdout is for the answers of the tool.
const built = spawnSync(node, [`${root}tools/build.mjs`], { cwd: root, stdio: ['ignore', 2, 2] });
if (built.status !== 0) process.exit(built.status ?? 1);

const tool = spawn(node, [`${root}dist/apps/standalone/src/cli/main.js`, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
// Ctrl-C reaches both; a signal to this process alone is handed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => tool.kill(signal));
tool.on('error', (error) => {
  console.error(`hundi cannot be started: ${error.message}`);
  process.exit(1);
});
tool.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
