import { parseArgs } from 'node:util';
import { REVIEW_DECISIONS, type ReviewDecision } from '#contracts';
import { findReviews, findVerificationOwner, REVIEWS_MAX, type WaitingReview } from '../../../kyc/src/index';
import { CliError, readTyped, runProgram } from '../cli-error';
import { withDatabase } from './open-database';
import { authorIn, sendOperatorOrder, type OperatorOrder } from './operator-command';
import { readPlace, type Place } from '../data-location';

const USAGE = `Usage:
  npm run kyc-review -- list
  npm run kyc-review -- show kyc_…   --note <why you look>
  npm run kyc-review -- decide kyc_… --as verified | --as rejected   --note <why> [--because <reason code>]
  --because  what you found, as a reason code; what the review is for unless given
  --by       who says so; the user of this machine unless given`;

const OPTIONS = { as: { type: 'string' }, because: { type: 'string' }, note: { type: 'string' }, by: { type: 'string' } } as const;

type OperatorRequest = { type: 'kyc.inspect' | 'kyc.decide'; id: string; payload: OperatorOrder['payload'] & { as?: ReviewDecision } };

/** `npm run kyc-review`: verifications that wait for a person. It lists them, shows one with its names, and takes the decision. */
void runProgram(async () => {
  const requested = readTyped(USAGE, () => readRequest(process.argv.slice(2)));
  const place = readPlace();
  await withDatabase(place, (databaseUrl) => (requested === 'list' ? list(databaseUrl) : ask(requested, databaseUrl, place)));
});

function readRequest(parameters: string[]): OperatorRequest | 'list' {
  const { values, positionals } = parseArgs({ args: parameters, options: OPTIONS, allowPositionals: true });
  const [verb, id = ''] = positionals;
  if (verb === 'list') return verb;
  if (verb !== 'show' && verb !== 'decide') throw new Error('Say list, show or decide.');
  return verb === 'show' ? { type: 'kyc.inspect', id, payload: authorIn(values) } : { type: 'kyc.decide', id, payload: decisionIn(values) };
}

type GivenOptions = Partial<Record<keyof typeof OPTIONS, string>>;

function decisionIn(given: GivenOptions): OperatorRequest['payload'] {
  const { because } = given;
  return { ...authorIn(given), as: decisionOf(given.as), ...(because !== undefined && { because }) };
}

function decisionOf(word: string | undefined): ReviewDecision {
  const decision = REVIEW_DECISIONS.find((one) => one === word);
  if (decision === undefined) throw new Error(`--as is one of ${REVIEW_DECISIONS.join(', ')}.`);
  return decision;
}

async function list(databaseUrl: string): Promise<void> {
  const found = await findReviews(databaseUrl);
  for (const one of found) console.log(lineOf(one));
  console.error(found.length === REVIEWS_MAX ? `The oldest ${REVIEWS_MAX}; there may be more.` : `${found.length} wait for people.`);
}

function lineOf({ accountId, customerId, documentType, nameMatchScore, providerReference, livemode, createdAtMs, ...rest }: WaitingReview) {
  const { id, reason, provider } = rest;
  const about = {
    id,
    reason,
    document_type: documentType,
    name_match_score: nameMatchScore,
    provider,
    provider_reference: providerReference,
  };
  const mode = livemode ? 'live' : 'test';
  return JSON.stringify({ ...about, customer: customerId, account: accountId, mode, created: new Date(createdAtMs).toISOString() });
}

async function ask({ id, type, payload }: OperatorRequest, databaseUrl: string, place: Place): Promise<void> {
  const owner = await findVerificationOwner(databaseUrl, id);
  if (owner === null) throw new CliError(`There is no verification ${id}.`);
  const body = await sendOperatorOrder({ type, streamId: id, ...owner, payload }, place);
  console.log(payload.as === undefined ? JSON.stringify(JSON.parse(body), null, 2) : `${id} is ${payload.as}, says ${payload.by}.`);
}
