import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { announce } from '../contenders/announce';
import { minimalService, type PaymentBody } from '../contenders/fastify-payments';
import { SAMPLE_PAYMENT, type SamplePayment } from '../contenders/sample';

/*
 * Emmett (@event-driven-io/emmett, emmett-postgresql) behind one Fastify route: its command handler appends a payment's events to a new
 * stream, and a GET folds them. The packages have no license, so they are no dependency of Hundi: they come from a folder of those who
 * measure (bench/README.md), and what is used of them is declared here.
 */
type PaymentEvent = { type: 'payment.created' | 'payment.authorized' | 'payment.captured'; data: Partial<SamplePayment> };
type State = SamplePayment | null;
type Folding = { evolve(state: State, event: PaymentEvent): State; initialState(): State };
type Decision = (state: State) => PaymentEvent[];

interface Store {
  aggregateStream(stream: string, folding: Folding): Promise<{ state: State }>;
  schema: { migrate(): Promise<unknown> };
}

interface Emmett {
  CommandHandler(folding: Folding): (store: Store, stream: string, decide: Decision) => Promise<{ newState: State }>;
}

interface EmmettPostgres {
  getPostgreSQLEventStore(databaseUrl: string, options: { connectionOptions: { pool: pg.Pool } }): Store;
}

const { BENCH_DATABASE_URL: databaseUrl = '', BENCH_EMMETT_FOLDER: folder = '' } = process.env;
const load = createRequire(join(folder, 'package.json'));
const { CommandHandler } = load('@event-driven-io/emmett') as Emmett;
const { getPostgreSQLEventStore } = load('@event-driven-io/emmett-postgresql') as EmmettPostgres;

const folding: Folding = {
  evolve: (state, { data }) => ({ ...SAMPLE_PAYMENT, ...state, ...data }),
  initialState: () => null,
};
const handle = CommandHandler(folding);
const store = getPostgreSQLEventStore(databaseUrl, {
  connectionOptions: { pool: new pg.Pool({ connectionString: databaseUrl, max: 16 }) },
});

/** The events that Hundi appends for the same request, about as large. */
function decide(id: string, terms: PaymentBody): PaymentEvent[] {
  const { payment_method_details, processor, processor_reference, authorized_at, captured_at } = SAMPLE_PAYMENT;
  return [
    { type: 'payment.created', data: { ...terms, id, status: 'created' } },
    { type: 'payment.authorized', data: { status: 'authorized', payment_method_details, processor, processor_reference, authorized_at } },
    { type: 'payment.captured', data: { status: 'captured', amount_captured: terms.amount, captured_at } },
  ];
}

/** The stream is named by the Idempotency-Key: the same request again finds it and appends nothing. */
async function create(body: PaymentBody, idempotencyKey: string): Promise<SamplePayment> {
  const id = `pay_${idempotencyKey}`;
  const { newState } = await handle(store, id, (state) => (state ? [] : decide(id, body)));
  if (!newState) throw new Error('the command handler folded no event');
  return newState;
}

async function main(): Promise<void> {
  await store.schema.migrate();
  const app = minimalService(create);
  app.get<{ Params: { id: string } }>('/v1/payments/:id', async ({ params }, reply) => {
    const { state } = await store.aggregateStream(params.id, folding);
    return state ?? reply.code(404).send({});
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  announce(app.server.address());
}

void main();
