import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { paymentRequest } from '../contenders/sample';
import { acknowledgedOnly } from '../create-throughput';
import { runLoad, type LoadRequest } from '../load/client';
import { median, printFigure } from '../load/figures';
import { Merchant } from '../load/merchant';
import { startProduct, type Product } from '../product';
import { classify, insist } from '../webhooks/verdict';
import { openDatabase, type OpenDatabase } from './stage';

const CLIENTS = 64;
const WARM_UP_SECONDS = 5;
/** Of 500 subscriptions at most. */
const CUSTOMERS = 128;

export interface CreatePlan {
  rounds: number;
  seconds: number;
}

/** Subscriptions whose first payment is captured in the commit that makes them, beside payments, in turn. */
export async function measureCreate(plan: CreatePlan): Promise<void> {
  const product = await startProduct('embedded');
  const database = openDatabase(product.databaseUrl);
  try {
    await measureOn(product, database, plan);
  } finally {
    await database.close();
    await product.stop();
  }
}

async function measureOn(product: Product, database: OpenDatabase, { rounds, seconds }: CreatePlan): Promise<void> {
  const payments = (): LoadRequest => paymentRequest(product.apiKey);
  await load(product, WARM_UP_SECONDS, payments);
  const customers = await makeCustomers(product);
  const subscriptions = (index: number): LoadRequest => subscriptionRequest(product.apiKey, customers[index % CUSTOMERS] ?? '');
  const ratios: number[] = [];
  let made = 0;
  for (let round = 0; round <= rounds; round++) {
    const lasting = round === 0 ? WARM_UP_SECONDS : seconds;
    const paid = await load(product, lasting, payments);
    const subscribed = await load(product, lasting, subscriptions);
    made += subscribed.acknowledged;
    if (round > 0) ratios.push(subscribed.ratePerSecond / paid.ratePerSecond);
    printFigure({ bench: 'create', round, payments: paid.ratePerSecond, subscriptions: subscribed.ratePerSecond, load: loadavg()[0] });
  }
  await assertMade(database, made);
  classify('create', 'subscriptions a second / payments a second', median(ratios), { atLeast: 0.25 });
}

async function load(product: Product, seconds: number, makeRequest: (index: number) => LoadRequest) {
  const options = { origin: product.baseUrl, clients: CLIENTS, seconds, expectedStatus: 201, makeRequest };
  return acknowledgedOnly('create', await runLoad(options));
}

async function makeCustomers({ baseUrl, apiKey }: Product): Promise<string[]> {
  const merchant = new Merchant(baseUrl, CLIENTS);
  const names = Array.from({ length: CUSTOMERS }, (_none, index) => `Customer ${index}`);
  const { ids } = await merchant.each(names, 201, (name) => merchant.post('/v1/customers', apiKey, { name }));
  await merchant.close();
  return ids;
}

function subscriptionRequest(apiKey: string, customerId: string): LoadRequest {
  return {
    path: '/v1/subscriptions',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ customer_id: customerId, amount: 49_900, interval: 'month' }),
  };
}

/** Each is active, and has one mandate, one invoice that is paid and one payment that is captured. */
async function assertMade(database: OpenDatabase, made: number): Promise<void> {
  const wanted = ['subscription active', 'mandate active', 'invoice paid'];
  for (const what of wanted) {
    const count = await database.number(`SELECT count(*) AS n FROM payments.streams WHERE stream_type || ' ' || status = $1`, [what]);
    insist(count === made, `${made} subscriptions were made, and there is ${what} ${count} times`);
  }
  const paid = `SELECT count(DISTINCT c.data->>'invoiceId') AS n FROM payments.events c WHERE c.type = 'payment.created' AND c.data->>'invoiceId' IS NOT NULL
    AND EXISTS (SELECT FROM payments.events e WHERE e.shard = c.shard AND e.stream_id = c.stream_id AND e.type = 'payment.captured')`;
  insist((await database.number(paid)) === made, 'an invoice has no captured payment');
}
