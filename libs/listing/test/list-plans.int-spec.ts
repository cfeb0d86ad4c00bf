import { EMPTY_LIST_QUERY, shardOfAccount, type ListQuery } from '#contracts';
import { ListReader, type ListOwner } from '#listing';
import type { Statement } from '#event-store';
import { eventually } from '#testing';
import { Terms } from '../src/terms';
import { ListUnderTest, SCHEMA } from './listing-fixture';
import { thingList } from './thing';

const OWNER: ListOwner = { accountId: 'acct_0000000000000000000000AA', livemode: false };
const ROWS = 100_000;

interface Plan {
  'Node Type': string;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** 100,000 things of one account and as many of nine others; every thousandth is open, has a reference and metadata. */
async function fill(list: ListUnderTest): Promise<void> {
  const shard = shardOfAccount(OWNER.accountId);
  await list.ask(`insert into ${SCHEMA}.streams (shard, stream_id, stream_type, account_id, livemode, version, sequence, last_position, status, state, state_schema, created_at, updated_at)
    select ${shard}, 'pay_' || lpad(n::text, 24, '0'), 'thing', case when n % 2 = 0 then '${OWNER.accountId}' else 'acct_' || (n % 9) end, false, 1, 1, n,
      case when n % 1000 = 0 then 'open' else 'done' end, '{"row":null}', 1, 1795219200000 + n / 3, 1795219200000
    from generate_series(1, ${2 * ROWS}) n`);
  await list.things.set(OWNER, { status: 'rare', referenceId: 'only', metadata: { order: 'only' }, texts: ['needle'] });
  const usual = new Terms(OWNER).word('usual');
  await list.ask(`insert into ${SCHEMA}.thing_list_v1 (account_id, livemode, created_at_ms, id, status, amount, currency, payment_method, customer_id, terms)
    select account_id, livemode, created_at, stream_id, status, 100, 'INR', 'upi', case when status = 'open' then 'cust_1' end, '{${usual}}' from ${SCHEMA}.streams where stream_type = 'thing' and state::text = '{"row":null}'`);
  await list.ask(`analyze ${SCHEMA}.streams, ${SCHEMA}.thing_list_v1`);
}

describe('a list of a hundred thousand', () => {
  let list: ListUnderTest;
  beforeAll(async () => {
    list = await ListUnderTest.start();
    await fill(list);
  }, 120_000);
  afterAll(() => list.end());

  /** The plan of the very statement that the reader runs, with what it touched. */
  async function planOf(requested: Partial<ListQuery>): Promise<Plan> {
    let ran: { statement: Statement; values: readonly unknown[] } | undefined;
    const listing: ListUnderTest['store']['listing'] = {
      ...list.store.listing,
      readSnapshots(query, statement, values) {
        ran = { statement, values };
        return list.store.listing.readSnapshots(query, statement, values);
      },
    };
    const reader = new ListReader({ listing }, thingList());
    await reader.page({ ...EMPTY_LIST_QUERY, ...requested }, OWNER);
    const [explained] = await list.ask<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (analyze, buffers, format json) ${ran?.statement.text}`,
      [...(ran?.values ?? [])],
    );
    if (!explained?.['QUERY PLAN'][0]) throw new Error('no plan');
    return explained['QUERY PLAN'][0].Plan;
  }

  it('finds what waits for the operator of all accounts in an index of its own', async () => {
    const { id: waiting } = await list.things.set(OWNER, { status: 'done', filters: { waits: 'for people' } });
    const text = `select id from ${SCHEMA}.thing_list where filters ? 'waits' order by created_at_ms, id limit 1000`;
    await eventually(async () => expect(await list.ask<{ id: string }>(text)).toEqual([{ id: waiting }]));
    const [explained] = await list.ask<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (analyze, buffers, format json) ${text}`);
    expect(explained?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks']).toBeLessThan(20);
  });

  /** What was run of a plan. */
  const nodesOf = (plan: Plan): string[] => (plan['Actual Loops'] === 0 ? [] : [plan['Node Type'], ...(plan.Plans ?? []).flatMap(nodesOf)]);

  it.each<[string, Partial<ListQuery>]>([
    ['the newest', {}],
    ['the oldest', { order: 'asc' }],
    ['a hundred', { limit: 100 }],
    ['deep in the middle', { after: `pay_${String(ROWS).padStart(24, '0')}` }],
    ['back from the middle', { before: `pay_${String(ROWS).padStart(24, '0')}` }],
    ['by time', { createdFromMs: 1_795_219_210_000, createdBelowMs: 1_795_219_211_000 }],
    ['of a usual status', { status: ['done'] }],
    ['of an unusual status', { status: ['open'] }],
    ['of two statuses', { status: ['open', 'failed'] }],
    ['of a status that nothing has', { status: ['failed'] }],
    ['of one customer', { customerId: 'cust_1' }],
    ['of a customer without any', { customerId: 'cust_none' }],
    ['by reference', { referenceId: 'only' }],
    ['by metadata', { metadata: { order: 'only' } }],
    ['by metadata that nothing has', { metadata: { order: 'none' } }],
    ['by a word', { text: 'needle' }],
    ['by words that nothing has', { text: 'hay stack' }],
    ['by a word that nothing has, beside one that everything has', { text: 'usual hay' }],
    ['by a word that everything has', { text: 'usual' }],
    ['deep in what everything has', { text: 'usual', after: `pay_${String(ROWS).padStart(24, '0')}` }],
    ['of an amount that nothing has', { amountMin: 7, amountMax: 7 }],
    ['above every amount', { amountMin: 101 }],
    ['of an amount that everything has', { amountMin: 100 }],
    ['of a currency that nothing has', { currency: 'USD' }],
    ['of the usual currency', { currency: 'INR' }],
    ['by a method that nothing has', { paymentMethod: 'card' }],
    ['by id', { id: `pay_${String(ROWS).padStart(24, '0')}` }],
  ])('reads %s through an index, touching few blocks', async (_name, requested) => {
    const plan = await planOf(requested);
    expect(nodesOf(plan)).not.toContain('Seq Scan');
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(1_500);
  });

  it('counts up to ten thousand and not on', async () => {
    const reader = new ListReader(list.store, thingList());
    const page = await reader.page({ ...EMPTY_LIST_QUERY, wantsTotalCount: true }, OWNER);
    expect(page.totalCount).toBe(10_000);
  });
});
