import { eventually, hundiUnderTest } from '#testing';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const WRITERS = 12;
const PAYMENTS_EACH = 20;
/** Odd, so that pages end in the middle of what is committed together. */
const LIMIT = 7;

interface Page {
  data: { id: string }[];
  has_more: boolean;
  next_cursor: string | null;
}

/** docs/reference/guarantees.md, I11: pages neither skip nor repeat while payments are made. */
describe('pages of a list that grows', () => {
  let merchant: Merchant;
  let filter: string;
  let body: object;
  beforeEach(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const customer = (await merchant.customer({ name: 'Asha' })).split('/').at(-1) ?? '';
    body = { amount: 50000, currency: 'INR', payment_method: 'upi', customer_id: customer };
    filter = `customer_id=${customer}&limit=${LIMIT}`;
  });

  const page = async (query: string): Promise<Page> => (await merchant.get(`/v1/payments?${filter}${query}`)).json as unknown as Page;
  /** Several at a time, so that they share commits and milliseconds. @returns their ids, filled as they are answered. */
  function write(): { ids: string[]; isOver: () => boolean; ended: Promise<unknown> } {
    const ids: string[] = [];
    let isOver = false;
    const writer = async (): Promise<void> => {
      for (let count = 0; count < PAYMENTS_EACH; count++) ids.push(String((await merchant.post('/v1/payments', body)).json.id));
    };
    const ended = Promise.all(Array.from({ length: WRITERS }, writer)).finally(() => (isOver = true));
    return { ids, isOver: () => isOver, ended };
  }

  it('show a reader who goes along, oldest first, every payment once', async () => {
    const { ids, ended } = write();
    const seen: string[] = [];
    await eventually(
      async () => {
        const after = seen.length === 0 ? '' : `&starting_after=${seen.at(-1)}`;
        seen.push(...(await page(`&order=asc${after}`)).data.map(({ id }) => id));
        expect(seen.length).toBeGreaterThanOrEqual(WRITERS * PAYMENTS_EACH);
      },
      { withinMs: 40_000, everyMs: 1 },
    );
    await ended;
    expect(new Set(seen).size).toBe(seen.length);
    expect(ids.filter((id) => !seen.includes(id))).toEqual([]);
  });

  it('show a client that pages through them, newest first, everything that existed at its first page, once', async () => {
    const { ids, isOver, ended } = write();
    let before = new Set<string>();
    for (let isLast = false; ; isLast = isOver()) {
      const walk: string[] = [];
      for (let cursor = ''; ;) {
        const { data, has_more: hasMore, next_cursor: next } = await page(cursor);
        walk.push(...data.map(({ id }) => id));
        if (!hasMore) break;
        cursor = `&cursor=${next}`;
      }
      const seen = new Set(walk);
      expect(seen.size).toBe(walk.length);
      expect([...before].filter((id) => !seen.has(id))).toEqual([]);
      before = seen;
      if (isLast) break;
    }
    await ended;
    await eventually(async () => expect((await page('&include[]=total_count')) as unknown).toMatchObject({ total_count: ids.length }));
  });
});
