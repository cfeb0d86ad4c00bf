import { parseArgs } from 'node:util';
import { PAYMENT_RESOLUTIONS, REFUND_RESOLUTIONS } from '#contracts';
import { SystemClock } from '#service';
import { findMoneyOwner, findUnsettled, UNSETTLED_MAX, type Unsettled } from '../../../payments/src/index';
import { CliError, readTyped, runProgram } from '../cli-error';
import { withDatabase } from './open-database';
import { authorIn, sendOperatorOrder } from './operator-command';
import { readPlace, type Place } from '../data-location';

const USAGE = `Usage:
  npm run unsettled -- list [--days <n>]
  npm run unsettled -- resolve pay_…  --as captured --amount <minor units> | --as not_captured | --as settled   --note <why>
  npm run unsettled -- resolve rfnd_… --as processed [--utr <number>] | --as failed   --note <why>
  --days   refunds that are pending for fewer days are left out; 30 unless given
  --by     who says so; the user of this machine unless given`;

const OPTIONS = {
  days: { type: 'string', default: '30' },
  as: { type: 'string' },
  amount: { type: 'string' },
  utr: { type: 'string' },
  note: { type: 'string' },
  by: { type: 'string' },
} as const;

const DAY_MS = 86_400_000;

interface Resolution {
  id: string;
  type: 'payments.resolve' | 'refunds.resolve';
  payload: { as: string; by: string; note: string; amount?: number; utr?: string };
}

type Order = { verb: 'list'; days: number } | ({ verb: 'resolve' } & Resolution);

/** `npm run unsettled`: money that waits for people. It lists it, and takes what an operator found out, with the reason. */
void runProgram(async () => {
  const order = readTyped(USAGE, () => readOrder(process.argv.slice(2)));
  const place = readPlace();
  await withDatabase(place, (databaseUrl) => (order.verb === 'list' ? list(databaseUrl, order.days) : resolve(order, databaseUrl, place)));
});

function readOrder(parameters: string[]): Order {
  const { values, positionals } = parseArgs({ args: parameters, options: OPTIONS, allowPositionals: true });
  const [verb, id = ''] = positionals;
  if (verb === 'list') return { verb, days: wholeNumber(values.days, '--days') };
  if (verb === 'resolve') return { verb, id, ...readResolution(id, values) };
  throw new Error('Say list or resolve.');
}

type GivenOptions = Partial<Record<'as' | 'note' | 'by' | 'amount' | 'utr', string>>;

function readResolution(id: string, { as = '', amount, utr, ...author }: GivenOptions): Omit<Resolution, 'id'> {
  const isRefund = id.startsWith('rfnd_');
  const words: readonly string[] = isRefund ? REFUND_RESOLUTIONS : PAYMENT_RESOLUTIONS;
  if (!words.includes(as)) throw new Error(`--as is one of ${words.join(', ')}.`);
  const found = { ...(amount !== undefined && { amount: wholeNumber(amount, '--amount') }), ...(utr !== undefined && { utr }) };
  return { type: isRefund ? 'refunds.resolve' : 'payments.resolve', payload: { as, ...authorIn(author), ...found } };
}

function wholeNumber(text: string, name: string): number {
  if (!/^[0-9]{1,13}$/.test(text)) throw new Error(`${name} is a whole number.`);
  return Number(text);
}

async function list(databaseUrl: string, days: number): Promise<void> {
  const found = await findUnsettled(databaseUrl, new SystemClock().nowMs() - days * DAY_MS);
  for (const one of found) console.log(lineOf(one));
  console.error(found.length === UNSETTLED_MAX ? `The oldest ${UNSETTLED_MAX}; there may be more.` : `${found.length} wait for people.`);
}

function lineOf({ id, accountId, livemode, why, status, amount, currency, createdAtMs }: Unsettled): string {
  const mode = livemode ? 'live' : 'test';
  return JSON.stringify({ id, why, status, amount, currency, account: accountId, mode, created: new Date(createdAtMs).toISOString() });
}

async function resolve({ id, type, payload }: Resolution, databaseUrl: string, place: Place): Promise<void> {
  const owner = await findMoneyOwner(databaseUrl, id);
  if (owner === null) throw new CliError(`There is no payment or refund ${id}.`);
  await sendOperatorOrder({ type, streamId: id, ...owner, payload }, place);
  console.log(`${id} is ${payload.as}, says ${payload.by}.`);
}
