import pg from 'pg';
import { announce } from './announce';
import { minimalService } from './fastify-payments';
import { onePaymentTransaction, paymentTransaction } from './payment-transaction';
import { SAMPLE_PAYMENT } from './sample';

/** P_one (one commit for each request) and P_batch (requests that arrive during a commit share the next). */
const pool = new pg.Pool({ connectionString: process.env['BENCH_DATABASE_URL'], max: 16 });
const BATCH_MAX = 200;

async function storeOne(): Promise<void> {
  await pool.query(onePaymentTransaction());
}

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

const waiting: Waiting[] = [];
let commitsInFlight = 0;
/** One commit builds while another is on its way to disk, as in the limit part R_commitN. */
const COMMITS_IN_FLIGHT_MAX = 2;

function storeCoalesced(): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push({ resolve, reject });
    void commitWaiting();
  });
}

async function commitWaiting(): Promise<void> {
  if (commitsInFlight >= COMMITS_IN_FLIGHT_MAX || waiting.length === 0) return;
  commitsInFlight++;
  const batch = waiting.splice(0, BATCH_MAX);
  try {
    await pool.query({ name: `payments-${batch.length}`, text: paymentTransaction(batch.length) });
    for (const request of batch) request.resolve();
  } catch (error) {
    for (const request of batch) request.reject(error);
  } finally {
    commitsInFlight--;
    void commitWaiting();
  }
}

const store = process.env['BENCH_WRITER'] === 'batch' ? storeCoalesced : storeOne;
const app = minimalService(async (body) => {
  await store();
  return { ...SAMPLE_PAYMENT, amount: body.amount };
});
void app.listen({ port: 0, host: '127.0.0.1' }).then(() => announce(app.server.address()));
