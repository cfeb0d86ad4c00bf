import { parseArgs } from 'node:util';
import { findVerificationOwner } from '../../../kyc/src/index';
import { CliError, readTyped, runProgram } from '../cli-error';
import { readPlace } from '../data-location';
import { withDatabase } from './open-database';
import { authorIn, sendOperatorOrder } from './operator-command';

const USAGE = `Usage:
  npm run kyc-hold -- set kyc_… --reason <case number>
  npm run kyc-hold -- lift kyc_…
  --by  who says so; the user of this machine unless given`;
const REASON_MAX = 100;
const OPTIONS = { reason: { type: 'string' }, by: { type: 'string' } } as const;

interface HoldRequest {
  verificationId: string;
  /** Why nothing may be erased; null lifts the hold. */
  reason: string | null;
  by: string | undefined;
}

/** `npm run kyc-hold`: a legal hold on a verification. While it is set nothing of it is erased, whoever requests it. */
void runProgram(async () => {
  const { verificationId, reason, by } = readTyped(USAGE, () => readRequest(process.argv.slice(2)));
  const place = readPlace();
  await withDatabase(place, async (databaseUrl) => {
    const owner = await findVerificationOwner(databaseUrl, verificationId);
    if (owner === null) throw new CliError(`There is no verification ${verificationId}.`);
    const payload = { ...authorIn({ note: reason ?? 'The hold is lifted.', by }), reason };
    await sendOperatorOrder({ type: 'kyc.hold', streamId: verificationId, ...owner, payload }, place);
  });
  const lifted = 'The hold is lifted; an erasure that it put off is done now.';
  console.log(reason === null ? lifted : 'The hold stands: nothing of it is erased.');
});

function readRequest(parameters: string[]): HoldRequest {
  try {
    const { values, positionals } = parseArgs({ args: parameters, options: OPTIONS, allowPositionals: true });
    const [verb, verificationId] = positionals;
    const { reason = '', by } = values;
    if (verificationId !== undefined && verb === 'lift') return { verificationId, reason: null, by };
    if (verificationId !== undefined && verb === 'set' && reason !== '' && reason.length <= REASON_MAX)
      return { verificationId, reason, by };
  } catch {
    // What cannot be read is answered like what makes no sense.
  }
  throw new CliError(USAGE);
}
