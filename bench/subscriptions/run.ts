import { cpus, loadavg, release } from 'node:os';
import { parseArgs } from 'node:util';
import { printFigure } from '../load/figures';
import { missedCount } from '../webhooks/verdict';
import { measureClockYear } from './clock-year';
import { measureCreate } from './create';
import { measureKilled, measureTimers } from './timers';

const ALL = 'timers,killed,create,clock-year';

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: ALL },
      timers: { type: 'string', default: '100000' },
      accounts: { type: 'string', default: '16' },
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '3' },
    },
  });
  const parts = new Set(values.only.split(','));
  const unknown = [...parts].filter((part) => !ALL.split(',').includes(part));
  if (unknown.length > 0) throw new RangeError(`--only takes ${ALL}; not ${unknown.join(', ')}`);
  const [timers = 0, accounts = 0, seconds = 0, rounds = 0] = [values.timers, values.accounts, values.seconds, values.rounds].map(Number);
  return { parts, timers, accounts, seconds, rounds };
}

async function main(): Promise<void> {
  const { parts, ...options } = readOptions();
  printFigure({ node: process.version, cores: cpus().length, kernel: release(), load: loadavg()[0], ...options, only: [...parts] });
  if (parts.has('timers')) await measureTimers(options);
  if (parts.has('killed')) await measureKilled(options);
  if (parts.has('create')) await measureCreate(options);
  if (parts.has('clock-year')) await measureClockYear(options.rounds);
  process.exitCode = missedCount() === 0 ? 0 : 1;
}

void main();
