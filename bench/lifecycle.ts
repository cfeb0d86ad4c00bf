import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import type { HundiMode } from '#testing';
import { startContender } from './contenders/child';
import { measureRowUpdates } from './contenders/row-updates';
import { paymentRequest } from './contenders/sample';
import { reportVerdicts } from './goals';
import { runLoad } from './load/client';
import { combinedLimit, median, printFigure } from './load/figures';
import { Merchant, type MerchantAnswer } from './load/merchant';
import { startProduct, type Product } from './product';

const CLIENTS = 64;
const AMOUNT = 50_000;
const PART = 10_000;
/** Comparisons of one account with many. */
const TURNS = 4;
const CARD = { number: '4999000000000005', expiry_month: 12, expiry_year: 2040, cvv: '123' };
const AUTHORIZED = { amount: AMOUNT, currency: 'INR', payment_method: 'card', card: CARD, capture_method: 'manual' };
const CAPTURED = { amount: AMOUNT, currency: 'INR', payment_method: 'upi' };
const COUNTS_SQL = `SELECT stream_type || ' ' || status AS what, count(*)::int AS many FROM payments.streams GROUP BY 1`;

interface Options {
  modes: HundiMode[];
  payments: number;
  duels: number;
  accounts: number;
  limitSeconds: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      mode: { type: 'string', default: 'both' },
      payments: { type: 'string', default: '10000' },
      duels: { type: 'string', default: '50' },
      accounts: { type: 'string', default: '16' },
      'limit-seconds': { type: 'string', default: '6' },
    },
  });
  return {
    modes: values.mode === 'both' ? ['embedded', 'kafka'] : [values.mode as HundiMode],
    payments: Number(values.payments),
    duels: Number(values.duels),
    accounts: Number(values.accounts),
    limitSeconds: Number(values['limit-seconds']),
  };
}

type Ratios = Record<string, number>;

/** create → authorize → capture → two partial refunds: the rate of each step, all payments through one step before the next. */
async function measureSteps(product: Product, merchant: Merchant, payments: number): Promise<Record<string, number>> {
  const key = product.apiKey;
  const blanks = Array.from({ length: payments }, (_, index) => index);
  const refund = (id: string): Promise<MerchantAnswer> => merchant.post('/v1/refunds', key, { payment_id: id, amount: PART });
  const authorize = await merchant.each(blanks, 201, () => merchant.post('/v1/payments', key, AUTHORIZED));
  const capture = await merchant.each(authorize.ids, 200, (id) => merchant.post(`/v1/payments/${id}/capture`, key, {}));
  const first = await merchant.each(authorize.ids, 201, refund);
  const second = await merchant.each(authorize.ids, 201, refund);
  const loads = { authorize: authorize.load, capture: capture.load, refund: first.load, 'refund again': second.load };
  for (const [step, load] of Object.entries(loads)) printFigure({ bench: 'B3', step, ...load });
  return Object.fromEntries(Object.entries(loads).map(([step, load]) => [step, load.ratePerSecond]));
}

/** 64 captures of one payment at once: one wins, and those that lost are told so about as fast. */
async function measureDuels(product: Product, merchant: Merchant, duels: number): Promise<number> {
  const slowest: number[] = [];
  for (let duel = 0; duel < duels; duel++) {
    const { id } = await merchant.post('/v1/payments', product.apiKey, AUTHORIZED);
    const shots = Array.from({ length: CLIENTS }, () => merchant.post(`/v1/payments/${id}/capture`, product.apiKey, {}));
    const answers = await Promise.all(shots);
    const [winners, losers] = [answers.filter(({ status }) => status === 200), answers.filter(({ status }) => status === 409)];
    const [winner] = winners;
    if (winner === undefined || winners.length !== 1 || losers.length !== CLIENTS - 1) {
      throw new Error(`${winners.length} captures of one payment won, ${losers.length} lost`);
    }
    const times = losers.map(({ tookMs }) => tookMs).sort((left, right) => left - right);
    slowest.push((times[Math.ceil(times.length * 0.99) - 1] ?? 0) / winner.tookMs);
  }
  return median(slowest);
}

/**
 * The same load on one account, which is one shard writer, and over many. In turns, each first as often as the other: who comes later
 * finds a warmer process.
 */
async function measureAccounts(product: Product, merchant: Merchant, { accounts, payments }: Options): Promise<number> {
  const keys = await Promise.all(Array.from({ length: accounts }, () => product.makeAccountKey()));
  const ratios: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const share = Math.floor(((turn + 1) * payments) / TURNS) - Math.floor((turn * payments) / TURNS);
    const blanks = Array.from({ length: share }, (_, index) => index);
    const over = async (count: number): Promise<number> => {
      const pay = (index: number): Promise<MerchantAnswer> => merchant.post('/v1/payments', keys[index % count] ?? '', CAPTURED);
      const { load } = await merchant.each(blanks, 201, pay);
      printFigure({ bench: 'B3', accounts: count, ...load });
      return load.ratePerSecond;
    };
    const isOneFirst = turn % 2 === 0;
    const [first, second] = [await over(isOneFirst ? 1 : accounts), await over(isOneFirst ? accounts : 1)];
    ratios.push(isOneFirst ? first / second : second / first);
  }
  return median(ratios);
}

/** What is stored is what was acknowledged: nothing lost, nothing twice. */
async function expectStored(product: Product, { payments, duels }: Options): Promise<void> {
  const pool = new Pool({ connectionString: product.databaseUrl, max: 1 });
  const { rows } = await pool.query<{ what: string; many: number }>(COUNTS_SQL);
  await pool.end();
  const stored = Object.fromEntries(rows.map(({ what, many }) => [what, many]));
  const wanted = { 'payment captured': 4 * payments + duels, 'refund processed': 2 * payments };
  for (const [what, many] of Object.entries(wanted)) {
    if (stored[what] !== many) throw new Error(`B3: ${stored[what] ?? 0} × ${what} stored, ${many} acknowledged`);
  }
}

/** Requests a second of a server with compiled schemas that stores nothing. */
async function measureHttp(seconds: number): Promise<number> {
  const contender = await startContender('fastify-echo');
  try {
    const load = { origin: contender.origin, clients: CLIENTS, seconds, expectedStatus: 201 };
    return (await runLoad({ ...load, makeRequest: () => paymentRequest('sk_test_bench') })).ratePerSecond;
  } finally {
    await contender.stop();
  }
}

/** V8's cold start is not what is measured. */
async function warmUp(product: Product, merchant: Merchant, { payments }: Options): Promise<void> {
  const blanks = Array.from({ length: payments }, (_, index) => index);
  await merchant.each(blanks, 201, () => merchant.post('/v1/payments', product.apiKey, CAPTURED));
}

async function measureMode(mode: HundiMode, options: Options): Promise<Ratios> {
  const product = await startProduct(mode);
  const merchant = new Merchant(product.baseUrl, CLIENTS);
  try {
    const rows = await measureRowUpdates(product.databaseUrl, CLIENTS, options.limitSeconds);
    const http = await measureHttp(options.limitSeconds);
    // HTTP and commits share the cores, so their times add up (bench/README.md).
    const limits = { spread: combinedLimit(http, rows.spread), hot: combinedLimit(http, rows.hot) };
    printFigure({ bench: 'B3', mode, rows, http, limits });
    await warmUp(product, merchant, options);
    const rates = await measureSteps(product, merchant, options.payments);
    const duels = await measureDuels(product, merchant, options.duels);
    const oneAccount = await measureAccounts(product, merchant, options);
    await expectStored(product, options);
    // The bench account is one shard and so one writer: a step is held against rows that nobody shares.
    const steps = Object.entries(rates).map(([step, rate]) => [`B3 ${mode} ${step} / spread`, rate / limits.spread]);
    const hot = { [`B3 ${mode} capture / hot`]: (rates['capture'] ?? 0) / limits.hot };
    return {
      ...(Object.fromEntries(steps) as Ratios),
      ...hot,
      [`B3 ${mode} losers p99 / winner`]: duels,
      [`B3 ${mode} one account / many`]: oneAccount,
    };
  } finally {
    await merchant.close();
    await product.stop();
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  const ratios: Ratios = {};
  for (const mode of options.modes) Object.assign(ratios, await measureMode(mode, options));
  printFigure({ ratios });
  reportVerdicts(ratios);
}

void main();
