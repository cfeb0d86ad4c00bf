import { EMPTY_LIST_QUERY, formatListCursor } from '#contracts';
import { STANDARD_FILTERS } from './list-rules';
import type { ListRules } from './list-rules';
import { readListQuery } from './read-list-query';

const ID = 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L';
const CUSTOMER = 'cust_0TgWzRaB07xK2mNq5Yd8Vf3L';
const RULES: ListRules = {
  kind: 'payment',
  filters: STANDARD_FILTERS,
  statuses: ['created', 'captured'],
  own: { mandate: { form: 'invoiceNumber' }, color: { words: ['red', 'blue'] }, refund_id: { id: 'refund' }, ends_at: { instants: true } },
  expand: ['customer', 'refunds.payment'],
};
const read = (query: Record<string, string | string[]>, rules = RULES) => readListQuery(query, rules);
const problemsOf = (query: Record<string, string | string[]>): string[] =>
  read(query).problems.map(({ param, code }) => `${param} ${code}`);

describe('the parameters of a list', () => {
  it('are the newest ten when none is sent', () => {
    expect(read({})).toEqual({ query: EMPTY_LIST_QUERY, problems: [], hint: null });
  });

  it('are read all together', () => {
    const { query, problems, hint } = read({
      limit: '100',
      order: 'asc',
      starting_after: ID,
      status: ['captured', 'created'],
      'status[]': 'captured',
      customer_id: CUSTOMER,
      currency: 'inr',
      'amount[gte]': '100',
      'amount[lte]': '500',
      payment_method: 'upi',
      reference_id: 'order-1',
      'metadata[order_id]': '1001',
      'metadata[a]': 'b',
      'expand[]': ['data.customer', 'data.customer', 'data.refunds.payment'],
      'include[]': 'total_count',
      min_position: '42',
      mandate: 'm',
      color: 'red',
      'ends_at[gte]': '1000',
      'ends_at[lt]': '1970-01-01T00:33:20Z',
    });
    expect(problems).toEqual([]);
    expect(hint).toBeNull();
    expect(query).toEqual({
      ...EMPTY_LIST_QUERY,
      limit: 100,
      order: 'asc',
      after: ID,
      status: ['captured', 'created'],
      customerId: CUSTOMER,
      currency: 'INR',
      amountMin: 100,
      amountMax: 500,
      paymentMethod: 'upi',
      referenceId: 'order-1',
      metadata: { order_id: '1001', a: 'b' },
      filters: { mandate: 'm', color: 'red' },
      ranges: { ends_at: { fromMs: 1_000_000, belowMs: 2_000_000 } },
      expand: ['customer', 'refunds.payment'],
      wantsTotalCount: true,
      minPosition: '42',
    });
  });

  it('takes any key of metadata, whatever else a program calls so', () => {
    const { query, problems } = read({ 'metadata[__proto__]': 'a', 'metadata[constructor]': 'b' });
    expect(problems).toEqual([]);
    expect(Object.entries(query.metadata)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });

  // As the fields that they look for are counted: 64 characters of a reference are 128 UTF-16 units here.
  it('may be as long as the fields that they look for, in characters of any script', () => {
    const [reference_id, key] = ['😀'.repeat(64), '😀'.repeat(40)];
    const { query, problems } = read({ reference_id, [`metadata[${key}]`]: '😀'.repeat(500) });
    expect(problems).toEqual([]);
    expect(query).toMatchObject({ referenceId: reference_id, metadata: { [key]: '😀'.repeat(500) } });
    expect(problemsOf({ reference_id: '😀'.repeat(65), [`metadata[${key}a]`]: 'a' })).toEqual([
      'reference_id parameter_invalid',
      'metadata metadata_invalid',
    ]);
  });

  it.each([
    ['starting_after', { starting_after: ID }, { after: ID, before: null }],
    ['ending_before', { ending_before: ID }, { after: null, before: ID }],
    ['a cursor forwards', { cursor: formatListCursor({ direction: 'after', id: ID }) }, { after: ID, before: null }],
    ['a cursor backwards', { cursor: formatListCursor({ direction: 'before', id: ID }) }, { after: null, before: ID }],
  ])('say where the page is: %s', (_what, parameters, place) => {
    expect(read(parameters).query).toMatchObject(place);
  });

  it.each([
    [
      { 'amount[gt]': '100', 'amount[lt]': '200' },
      { amountMin: 101, amountMax: 199 },
    ],
    [
      { amount: '150', 'amount[gte]': '100' },
      { amountMin: 150, amountMax: 150 },
    ],
    [
      { 'amount[gte]': '100', 'amount[gt]': '100' },
      { amountMin: 101, amountMax: null },
    ],
  ])('bound the amount by whole minor units: %j', (parameters, bounds) => {
    expect(read(parameters).query).toMatchObject(bounds);
  });

  // An object created at 1,000.4 s shows created_at 1000, and that is what its filter goes by.
  it.each([
    [{ 'created_at[gte]': '1000' }, 1_000_000, null],
    [{ 'created_at[gt]': '1000' }, 1_001_000, null],
    [{ 'created_at[lt]': '1000' }, null, 1_000_000],
    [{ 'created_at[lte]': '1000' }, null, 1_001_000],
    [{ created_at: '1000' }, 1_000_000, 1_001_000],
    [{ 'created_at[gte]': '1970-01-01T00:16:40Z' }, 1_000_000, null],
    [{ 'created_at[gte]': '1970-01-01T05:46:40+05:30' }, 1_000_000, null],
    // A plus that was not percent-encoded arrives as a space.
    [{ 'created_at[gte]': '1970-01-01T05:46:40 05:30' }, 1_000_000, null],
    [{ 'created_at[gte]': '1970-01-01T00:16:40.5Z' }, 1_001_000, null],
    [{ 'created_at[gt]': '1970-01-01T00:16:40.5Z' }, 1_001_000, null],
    [{ 'created_at[gte]': '1000', 'created_at[gt]': '1500', 'created_at[lt]': '1800' }, 1_501_000, 1_800_000],
  ])('bound the time by the seconds that are shown: %j', (parameters, createdFromMs, createdBelowMs) => {
    const { query, problems } = read(parameters);
    expect(problems).toEqual([]);
    expect(query).toMatchObject({ createdFromMs, createdBelowMs });
  });

  it.each<[Record<string, string | string[]>, string[]]>([
    [{ limit: '0' }, ['limit parameter_invalid']],
    [{ limit: '101' }, ['limit parameter_invalid']],
    [{ limit: 'ten' }, ['limit parameter_invalid']],
    [{ limit: ['1', '2'] }, ['limit parameter_invalid']],
    [{ limit: '' }, ['limit parameter_invalid']],
    [{ order: 'up' }, ['order parameter_invalid']],
    [{ starting_after: CUSTOMER }, ['starting_after cursor_invalid']],
    [{ starting_after: 'x' }, ['starting_after cursor_invalid']],
    [{ starting_after: ID, ending_before: ID }, ['ending_before parameters_exclusive']],
    [{ starting_after: ID, cursor: formatListCursor({ direction: 'after', id: ID }) }, ['cursor parameters_exclusive']],
    [{ cursor: 'abc' }, ['cursor cursor_invalid']],
    [{ cursor: formatListCursor({ direction: 'after', id: CUSTOMER }) }, ['cursor cursor_invalid']],
    [{ 'created_at[gte]': 'yesterday' }, ['created_at[gte] parameter_invalid']],
    [{ 'created_at[gte]': '2026-02-31T00:00:00Z' }, ['created_at[gte] parameter_invalid']],
    [{ 'created_at[gte]': '2026-02-03T25:00:00Z' }, ['created_at[gte] parameter_invalid']],
    [{ status: 'paid' }, ['status parameter_invalid']],
    [{ customer_id: ID }, ['customer_id parameter_invalid']],
    [{ currency: 'XXX' }, ['currency currency_not_supported']],
    [{ 'amount[gte]': '1.5' }, ['amount[gte] parameter_invalid']],
    [{ 'amount[gte]': '-1' }, ['amount[gte] parameter_invalid']],
    [{ payment_method: 'cash' }, ['payment_method parameter_invalid']],
    [{ reference_id: 'x'.repeat(65) }, ['reference_id parameter_invalid']],
    [{ 'metadata[]': 'x' }, ['metadata metadata_invalid']],
    [{ [`metadata[${'k'.repeat(41)}]`]: 'x' }, ['metadata metadata_invalid']],
    [{ ['metadata[a\u0000b]']: 'x' }, ['metadata metadata_invalid']],
    [{ mandate: 'no!' }, ['mandate parameter_invalid']],
    [{ color: 'green' }, ['color parameter_invalid']],
    [{ refund_id: ID }, ['refund_id parameter_invalid']],
    [{ 'ends_at[lt]': 'soon' }, ['ends_at[lt] parameter_invalid']],
    [{ 'expand[]': 'customer' }, ['expand expand_invalid']],
    [{ 'expand[]': 'data.nothing' }, ['expand expand_invalid']],
    [{ 'expand[]': 'data.a.b.c.d' }, ['expand expand_invalid']],
    [{ 'include[]': 'everything' }, ['include parameter_invalid']],
    [{ min_position: '-1' }, ['min_position parameter_invalid']],
    [{ reference_id: 'a\u0000b' }, ['reference_id parameter_invalid']],
    [{ limit: 'x', order: 'x', status: 'x' }, ['limit parameter_invalid', 'order parameter_invalid', 'status parameter_invalid']],
  ])('are refused with every problem at once: %j', (parameters, problems) => {
    expect(problemsOf(parameters)).toEqual(problems);
  });

  it('with event types are counted as they are sent, also those that stand there twice', () => {
    const rules: ListRules = { kind: 'event', filters: [], own: { type: { eventTypes: true } }, expand: [] };
    const sent = (count: number) => read({ type: Array<string>(count).fill('payment.captured') }, rules);
    expect(sent(64)).toMatchObject({ problems: [], query: { filters: { type: 'payment.captured' } } });
    expect(sent(65).problems).toEqual([expect.objectContaining({ param: 'type', code: 'parameter_invalid', reason: 'invalid_length' })]);
  });

  it('that hold a card number are refused and not repeated', () => {
    const { problems } = read({ reference_id: '4111 1111 1111 1111', 'metadata[a]': '4111111111111111' });
    expect(problems.map(({ reason }) => reason)).toEqual(['card_number_not_allowed', 'card_number_not_allowed']);
    expect(JSON.stringify(problems)).not.toContain('1111');
  });

  it('that the list does not know are named, also filters that only other lists have', () => {
    const { problems, hint } = read(
      { colour: 'red', status: 'captured', order: 'asc' },
      { kind: 'refund', filters: [], expand: [], hasOrder: false },
    );
    const names = ['colour', 'status', 'order'];
    expect(problems.map(({ param, code }) => `${param} ${code}`)).toEqual(names.map((name) => `${name} parameter_unknown`));
    expect(hint).toBe('The route takes limit, starting_after, ending_before, cursor, expand, include, min_position.');
  });
});
