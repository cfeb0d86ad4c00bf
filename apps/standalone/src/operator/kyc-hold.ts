import { parseArgs } from 'node:util';
import { SystemClock } from '#service';
import { orderHold } from '../../../kyc/src/index';
import { CliError, readTyped, runProgram } from '../cli-error';
import { withDatabase } from './open-database';
import { readPlace } from '../data-location';

const USAGE = `Usage:
  npm run kyc-hold -- set kyc_… --reason <case number>
  npm run kyc-hold -- lift kyc_…`;
const REASON_MAX = 100;
const WAIT_MS = 30_000;

/** `npm run kyc-hold`: a legal hold on a verification. While it stands nothing of it is erased, whoever asks for it. */
void runProgram(async () => {
  const { verificationId, reason } = readTyped(USAGE, () => readOrder(process.argv.slice(2)));
  await withDatabase(readPlace(), async (databaseUrl) => {
    const answer = await orderHold({ databaseUrl, clock: new SystemClock(), verificationId, reason, waitMs: WAIT_MS });
    if (answer === 'missing') throw new CliError(`There is no verification ${verificationId}.`);
    const done =
      reason === null ? 'The hold is lifted; an erasure that it put off is done now.' : 'The hold stands: nothing of it is erased.';
    console.log(answer === 'taken' ? done : 'The order is written down. No kyc service has taken it yet: it does so when it runs.');
  });
});

function readOrder(parameters: string[]): { verificationId: string; reason: string | null } {
  try {
    const { values, positionals } = parseArgs({ args: parameters, options: { reason: { type: 'string' } }, allowPositionals: true });
    const [verb, verificationId] = positionals;
    const { reason = '' } = values;
    if (verificationId !== undefined && verb === 'lift') return { verificationId, reason: null };
    if (verificationId !== undefined && verb === 'set' && reason !== '' && reason.length <= REASON_MAX) return { verificationId, reason };
  } catch {
    // What cannot be read is answered like what makes no sense.
  }
  throw new CliError(USAGE);
}
