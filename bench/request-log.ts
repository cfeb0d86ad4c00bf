import { parseArgs } from 'node:util';
import { askDatabase, eventually } from '#testing';
import { reportVerdicts } from './goals';
import { printFigure } from './load/figures';
import { paymentRound } from './load/payment-round';
import { startProduct, type Product } from './product';

const CLIENTS = 64;
const COUNT_SQL = 'SELECT count(*)::integer AS count FROM gateway.request_logs WHERE account_id = $1';

interface Options {
  requests: number;
  warmUp: number;
  pairs: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '6000' },
      'warm-up': { type: 'string', default: '10000' },
      pairs: { type: 'string', default: '12' },
    },
  });
  return { requests: Number(values.requests), warmUp: Number(values['warm-up']), pairs: Number(values.pairs) };
}

interface Payer {
  apiKey: string;
  accountId: string;
}

/** @param days for which its requests are kept. */
async function payerOf(product: Product, days: number): Promise<Payer> {
  const apiKey = await product.makeAccountKey();
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ settings: { request_log_days: days } });
  const answer = await fetch(`${product.baseUrl}/v1/account`, { method: 'PATCH', headers, body });
  if (!answer.ok) throw new Error(`the account was not changed: ${await answer.text()}`);
  return { apiKey, accountId: ((await answer.json()) as { id: string }).id };
}

/** Microseconds of CPU a payment, the load left out. */
async function costOf(product: Product, { apiKey }: Payer, requests: number): Promise<number> {
  const { cost } = await paymentRound(product, { bench: 'request log', apiKey, clients: CLIENTS, requests });
  return (cost.get('total') ?? Number.NaN) - (cost.get('load') ?? 0);
}

/** Of all payments, and of the change of the account. @throws Error when the log has fewer or more. */
async function expectKept(product: Product, { accountId }: Payer, payments: number): Promise<void> {
  await eventually(async () => {
    const [row] = await askDatabase<{ count: number }>(product.databaseUrl, COUNT_SQL, [accountId]);
    if (row?.count !== payments + 1) throw new Error(`request log: ${row?.count} rows of ${payments} payments and a change`);
  });
}

async function main(): Promise<void> {
  const { requests, warmUp, pairs } = readOptions();
  const product = await startProduct('embedded');
  let [kept, not] = [0, 0];
  try {
    const [logged, other] = [await payerOf(product, 7), await payerOf(product, 0)];
    // The rules of a key are read again after four seconds; by then they hold.
    await costOf(product, logged, warmUp);
    for (let pair = 0; pair < pairs; pair++) {
      const isFirst = pair % 2 === 0;
      const first = await costOf(product, isFirst ? logged : other, requests);
      const second = await costOf(product, isFirst ? other : logged, requests);
      const [withLog, without] = isFirst ? [first, second] : [second, first];
      kept += withLog / pairs;
      not += without / pairs;
      printFigure({ bench: 'request log', pair, kept: withLog, not: without, unit: 'µs CPU a payment' });
    }
    await expectKept(product, logged, warmUp + pairs * requests);
    await expectKept(product, other, 0);
  } finally {
    await product.stop();
  }
  // Of all rounds together: what a round leaves to be done later (feed, audit log) is done in the next one.
  printFigure({ bench: 'request log', kept, not, unit: 'µs CPU a payment' });
  reportVerdicts({ 'request log / payment CPU': (kept - not) / not });
}

void main();
