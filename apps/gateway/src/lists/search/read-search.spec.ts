import fc from 'fast-check';
import { EMPTY_LIST_QUERY } from '#contracts';
import type { ListQuery } from '#contracts';
import { PAYMENT_LIST } from '../../resources/payments/payment-list';
import { QueryReader } from '../query-reader';
import { readSearch, searchFields } from './read-search';
import type { Search } from './read-search';

const RULES = { ...PAYMENT_LIST, kind: 'payment', expand: [] } as const;
const ID = 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L';
const CUSTOMER = 'cust_0TgWzRaB07xK2mNq5Yd8Vf3L';

function read(query: string): { search: Search; problems: string[] } {
  const reader = new QueryReader({ query });
  const search = readSearch(reader, RULES);
  return { search, problems: reader.problems.map(({ param, code, message }) => `${param} ${code}: ${message}`) };
}
/** What is asked of fields, each as the filters that differ from none. */
const differingFilters = (queries: Search['also']): object[] =>
  queries.map((query) =>
    Object.fromEntries(
      Object.entries(query).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(EMPTY_LIST_QUERY[name as keyof ListQuery])),
    ),
  );

describe('a search text', () => {
  it.each<[string, string]>([
    ['Late  order', 'Late order'],
    ['"late order" (soon)', 'late order (soon)'],
    ['late AND order', 'late order'],
    ['"status:paid"', 'status:paid'],
    ["Asha's order, 10:30", "Asha's order, 10:30"],
    ['a=b', 'a=b'],
    ['चाय', 'चाय'],
  ])('%j is words', (query, text) => {
    expect(read(query)).toEqual({ search: { text, also: [], except: [] }, problems: [] });
  });

  it.each<[string, object[]]>([
    ['status:failed', [{ status: ['failed'] }]],
    ['status=failed', [{ status: ['failed'] }]],
    ["status:'failed' AND metadata['order id']:'10\\'01'", [{ status: ['failed'] }, { metadata: { 'order id': "10'01" } }]],
    ['metadata.order_id:1001 metadata[k]:"Two words"', [{ metadata: { order_id: '1001' } }, { metadata: { k: 'Two words' } }]],
    ['currency:inr payment_method:upi', [{ currency: 'INR' }, { paymentMethod: 'upi' }]],
    ['amount:5', [{ amountMin: 5, amountMax: 5 }]],
    ['amount>5 amount<=9', [{ amountMin: 6 }, { amountMax: 9 }]],
    ['amount >= 5', [{ amountMin: 5 }]],
    ['created_at<1700000000', [{ createdBelowMs: 1_700_000_000_000 }]],
    ['created_at>=2026-01-01T00:00:00Z', [{ createdFromMs: 1_767_225_600_000 }]],
    ['reference_id:ORD:1', [{ referenceId: 'ORD:1' }]],
    [`id:${ID}`, [{ id: ID }]],
    [ID, [{ id: ID }]],
    [CUSTOMER, [{ customerId: CUSTOMER }]],
    ['refund_status:full', [{ filters: { refund_status: 'full' } }]],
  ])('%j asks of fields %j', (query, also) => {
    const { search, problems } = read(query);
    expect({ text: search.text, also: differingFilters(search.also), except: search.except, problems }).toEqual({
      text: null,
      also,
      except: [],
      problems: [],
    });
  });

  it('excludes what stands behind a minus', () => {
    const { search, problems } = read('-status:captured -late order');
    expect([search.text, search.also, differingFilters(search.except), problems]).toEqual([
      'order',
      [],
      [{ status: ['captured'] }, { text: 'late' }],
      [],
    ]);
  });

  it.each<[string, string]>([
    ['status:paid', 'status may only contain'],
    ['status:Captured', 'status may only contain'],
    ['status>failed', 'status cannot be compared with >'],
    ['status~fail', 'status cannot be compared with ~'],
    ['amount!=5', 'amount cannot be compared with !='],
    ['foo:bar', 'foo is no field of this search. Fields are id, created_at, status,'],
    ['name:Asha', 'name is no field'],
    ['customer.email:x', 'customer.email is no field'],
    ['foo>5', 'foo is no field'],
    ['amount:lots', 'amount must be an integer'],
    ['amount>12.50', 'amount[gt] must be an integer'],
    ['created_at>soon', 'created_at[gt] must be Unix seconds'],
    ['currency:XXX', 'currency must be one of'],
    ['metadata:5', 'metadata needs a key'],
    ["status['x']:failed", 'status has no keys'],
    ['status:', 'a value is missing'],
    ["status:'failed", 'a quote is not closed'],
    ['"late order', 'A quote is not closed'],
    ['(status:failed)', 'status must follow a space'],
    ['late OR early', 'OR is not known'],
    ['NOT late', 'NOT is not known'],
    ['"', 'A quote is not closed'],
    [':', 'There is nothing to look for'],
    ['*', 'There is nothing to look for'],
    ['% _ ;', 'There is nothing to look for'],
    ['AND', 'There is nothing to look for'],
    ['-', 'A minus must stand right before'],
    ['- hello', 'A minus must stand right before'],
    ['late - hello', 'A minus must stand right before'],
    ['--hello', 'A minus must stand right before'],
    ['hello*', 'There are no wildcards'],
    ['*hello', 'There are no wildcards'],
    ['he*lo', 'There are no wildcards'],
    ["metadata['k']", 'a value is missing'],
    ["metadata['k'] late", 'a value is missing'],
    ['metadata[k]', 'a value is missing'],
    ['metadata.k', 'a value is missing'],
    ['status :failed', 'right behind status'],
    ['status = failed', 'right behind status'],
    ["metadata['k'] : hello", 'a value is missing'],
  ])('%j is refused: %s', (query, why) => {
    expect(read(query).problems).toEqual([expect.stringContaining(why)]);
    expect(read(query).problems[0]).toMatch(/^query parameter_invalid: cannot be read: /);
  });

  it('a refusal has a machine word: what is wrong is the grammar, which no schema says', () => {
    const reader = new QueryReader({ query: '*' });
    readSearch(reader, RULES);
    expect(reader.problems).toEqual([expect.objectContaining({ code: 'parameter_invalid', reason: 'query_unreadable' })]);
  });

  it('may have 200 characters of any script', () => {
    expect(read('𑄌'.repeat(200))).toEqual({ search: { text: '𑄌'.repeat(200), also: [], except: [] }, problems: [] });
    expect(read('𑄌'.repeat(201)).problems).toEqual(['query parameter_invalid: must have at most 200 characters.']);
  });

  it('names every fault of one query', () => {
    expect(read('foo:1 status:paid late').problems).toHaveLength(2);
  });

  it('is not repeated where it holds a number that must not come back', () => {
    expect(JSON.stringify(read('A1234567890:1').problems)).not.toContain('1234567890');
  });

  it('of whatever signs is read or refused, and never asks for everything', () => {
    const piece = fc.constantFrom(...'-:<>=!~"\'\\()[] *%', 'AND ', 'OR ', 'status', 'metadata', 'amount', 'late', '5', 'failed');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 20 }), (pieces) => {
        const { search, problems } = read(pieces.join(''));
        expect(problems.length > 0 || search.text !== null || search.also.length + search.except.length > 0).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds a field by any value that is quoted', () => {
    const value = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }).filter((text) => !/\d{8}|^\s*$/.test(text));
    fc.assert(
      fc.property(value, fc.constantFrom('"', "'"), (text, quote) => {
        const escaped = text.replaceAll(/['"\\]/g, (sign) => `\\${sign}`);
        const { search, problems } = read(`late reference_id:${quote}${escaped}${quote} order`);
        expect([search.text, differingFilters(search.also), problems]).toEqual(['late order', [{ referenceId: text }], []]);
      }),
    );
  });
});

describe('the fields of a search', () => {
  it('are the filters of its list', () => {
    expect(searchFields(RULES)).toContain("metadata['key']");
    expect(searchFields(RULES)).toContain('refund_status');
  });
});
