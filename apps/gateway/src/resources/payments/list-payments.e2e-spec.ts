import { formatListCursor } from '#contracts';
import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import type { Answer } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
/** No other suite uses it, so that its payments are this suite's alone. */
const TAG = crypto.randomUUID();
const objectsOf = ({ json }: Answer): Record<string, unknown>[] => json.data as Record<string, unknown>[];
const idsOf = (answer: Answer): string[] => objectsOf(answer).map(({ id }) => String(id));

describe('GET /v1/payments', () => {
  let merchant: Merchant;
  /** Ids of the suite's payments, newest first. */
  let mine: string[];
  let position: string;
  const list = (query: string): Promise<Answer> => merchant.get(`/v1/payments?metadata[suite]=${TAG}&min_position=${position}&${query}`);

  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const bodies = [
      { payment_method: 'upi', reference_id: `${TAG.slice(0, 20)}-1` },
      { payment_method: 'upi', amount: 70000, upi: { flow: 'collect', vpa: 'insufficient@sandbox' } },
      { payment_method: 'card', currency: 'USD' },
      { payment_method: 'upi', capture_method: 'manual', metadata: { suite: TAG, order: 7 } },
      { payment_methods: ['upi', 'card'], amount: 90000 },
    ];
    mine = [];
    for (const body of bodies) {
      const answer = await merchant.post('/v1/payments', { amount: 50000, currency: 'INR', metadata: { suite: TAG }, ...body });
      if (answer.status !== 201) throw new Error(answer.text);
      mine.unshift(String(answer.json.id));
      position = String(answer.headers['event-position']);
    }
  });

  describe('200', () => {
    it('shows a payment right after its creation, as GET by id shows it, in the envelope of every list', async () => {
      const answer = await list('');
      expect(answer.json).toMatchObject({ object: 'list', url: '/v1/payments', has_more: false, next_cursor: null });
      expect(answer.json).not.toHaveProperty('total_count');
      expect(idsOf(answer)).toEqual(mine);
      expect(objectsOf(answer)[0]).toEqual((await merchant.get(`/v1/payments/${mine[0]}`)).json);
    });

    it('takes as many filters as a request line holds, whatever signs are in them', async () => {
      const filters = Array.from({ length: 15 }, (_, index) => `metadata[${index}]=${':'.repeat(480)}`);
      const answer = await merchant.get(`/v1/payments?${filters.join('&')}`);
      expect([answer.status, answer.json.data]).toEqual([200, []]);
    });

    it('goes on from page to page by the cursor, forwards and backwards', async () => {
      const first = await list('limit=2&include[]=total_count');
      expect([idsOf(first), first.json.has_more, first.json.total_count]).toEqual([mine.slice(0, 2), true, 5]);
      const second = await list(`limit=2&cursor=${String(first.json.next_cursor)}`);
      const third = await list(`limit=2&cursor=${String(second.json.next_cursor)}`);
      expect([idsOf(second), idsOf(third), third.json.has_more, third.json.next_cursor]).toEqual([
        mine.slice(2, 4),
        mine.slice(4),
        false,
        null,
      ]);
      expect(idsOf(await list(`limit=2&ending_before=${mine[4]}`))).toEqual(mine.slice(2, 4));
      expect(idsOf(await list(`limit=2&starting_after=${mine[0]}`))).toEqual(mine.slice(1, 3));
      expect(idsOf(await list('order=asc&limit=3'))).toEqual(mine.toReversed().slice(0, 3));
    });

    it.each<[string, () => string, number[]]>([
      ['a status', () => 'status=failed', [3]],
      ['one of two statuses', () => 'status=failed&status=authorized', [1, 3]],
      ['a currency in any case', () => 'currency=usd', [2]],
      ['a range of amounts', () => 'amount[gte]=70000&amount[lte]=90000', [0, 3]],
      ['a method', () => 'payment_method=card', [2]],
      ['a reference', () => `reference_id=${TAG.slice(0, 20)}-1`, [4]],
      ['another key of metadata, sent as a number', () => 'metadata[order]=7', [1]],
      ['a time before all of them', () => 'created_at[lt]=1000000000', []],
      ['a time after the first of them', () => 'created_at[gte]=2020-01-01T00:00:00Z', [0, 1, 2, 3, 4]],
      ['everything at once', () => 'status=captured&currency=INR&payment_method=upi&amount[lte]=50000', [4]],
    ])('finds by %s', async (_what, query, found) => {
      expect(idsOf(await list(query()))).toEqual(found.map((index) => mine[index]));
    });

    it('reads the times of another API as its own', async () => {
      expect(idsOf(await list('created[lt]=1000000000'))).toEqual([]);
      expect(idsOf(await list('created[gte]=2020-01-01T00:00:00Z'))).toEqual(mine);
      expect(problemsOf(await list('created[gte]=1&created_at[gte]=1'))).toEqual(['created_at[gte] parameter_invalid']);
    });

    it('finds the empty text in metadata, also by a search', async () => {
      const { json } = await merchant.post('/v1/payments', { amount: 50000, currency: 'INR', metadata: { gift: '', empty: TAG } });
      const found = (path: string): Promise<string[]> => merchant.get(path).then((answer) => idsOf(answer));
      await eventually(async () => expect(await found(`/v1/payments?metadata[empty]=${TAG}&metadata[gift]=`)).toEqual([json.id]));
      expect(await found(`/v1/payments?metadata[empty]=${TAG}&metadata[other]=`)).toEqual([]);
      const query = encodeURIComponent(`metadata['gift']:'' metadata['empty']:${TAG}`);
      await eventually(async () => expect(await found(`/v1/payments/search?query=${query}`)).toEqual([json.id]));
    });

    it('shows no payments of another account, or of the other mode', async () => {
      for (const key of [hundi.otherTestKey, hundi.liveKey]) {
        expect(idsOf(await merchant.with(key).get(`/v1/payments?metadata[suite]=${TAG}`))).toEqual([]);
      }
    });
  });

  describe('400', () => {
    it('names every problem at once', async () => {
      const answer = await merchant.get('/v1/payments?limit=0&status=paid&created_at[gte]=soon&starting_after=x&expand[]=data.nothing');
      expect(answer.status).toBe(400);
      expect(problemsOf(answer).sort()).toEqual([
        'created_at[gte] parameter_invalid',
        'expand expand_invalid',
        'limit parameter_invalid',
        'starting_after cursor_invalid',
        'status parameter_invalid',
      ]);
    });

    it('refuses to begin after a payment that is not there, and names the parameter that was sent', async () => {
      const id = `pay_0VbanWjR${mine[0]?.slice(12, 14)}xBimn7M2VGDl3W`;
      const cursors = (['after', 'before'] as const).map((direction) => `cursor=${formatListCursor({ direction, id })}`);
      for (const sent of [`starting_after=${id}`, `ending_before=${id}`, ...cursors]) {
        expect(problemsOf(await list(sent))).toEqual([`${sent.split('=', 1)[0]} cursor_invalid`]);
      }
    });

    it.each([
      ['statuss=failed', 'statuss', 'In place of statuss send status.'],
      ['from=1700000000', 'from', 'In place of from send created_at[gte].'],
      ['to=1700000000', 'to', 'In place of to send created_at[lte].'],
      ['count=5', 'count', 'In place of count send limit.'],
      ['skip=10', 'skip', 'In place of skip send starting_after (the last id of the page before).'],
    ])('refuses %s, which would leave the list unfiltered, and says what to send', async (query, name, hint) => {
      const answer = await merchant.get(`/v1/payments?${query}`);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, `${name} parameter_unknown`]);
      expect(answer.error.hint).toBe(hint);
    });

    it.each([
      '/v1/refunds?paymentid=x',
      '/v1/payments/search?query=x&foo=1',
      '/v1/events?foo=1',
      '/v1/events/stream?foo=1',
      '/v1/event_types?foo=1',
      '/v1/kyc/verifications?foo=1',
      '/v1/webhook_endpoints?foo=1',
    ])('refuses %s', async (path) => {
      const answer = await merchant.get(path);
      expect([answer.status, answer.error.code]).toEqual([400, 'parameter_unknown']);
    });

    it('refuses a card number in a filter, and does not repeat it', async () => {
      const answer = await merchant.get('/v1/payments?reference_id=4111111111111111');
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'reference_id parameter_invalid']);
      expect(answer.text).not.toContain('4111111111111111');
    });
  });

  describe('503', () => {
    it('says that the list is behind a position that does not exist yet', async () => {
      const answer = await merchant.get('/v1/payments?min_position=999999999999');
      expect([answer.status, answer.error.code]).toEqual([503, 'projection_behind']);
    });
  });
});
