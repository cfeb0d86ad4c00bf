// Required before anything else: notes the modules of Hundi's own that are loaded once a process has sessions which Postgres ends when they say
// nothing for three seconds. Loading stops everything else in the process, for seconds on a slow disk or a busy machine.
const { appendFileSync } = require('node:fs');
const { Module } = require('node:module');
const { Client } = require('pg');

const connect = Client.prototype.connect;
Client.prototype.connect = function (...parameters) {
  if (/ writer \d+$/.test(this.connectionParameters.application_name)) noteModules();
  return connect.apply(this, parameters);
};

let isNoting = false;
function noteModules() {
  if (isNoting) return;
  isNoting = true;
  const load = Module._extensions['.js'];
  Module._extensions['.js'] = (module, file) => {
    if (!file.includes('/node_modules/')) appendFileSync(process.env.HUNDI_TEST_LATE_MODULES, `${file}\n`);
    load(module, file);
  };
}
