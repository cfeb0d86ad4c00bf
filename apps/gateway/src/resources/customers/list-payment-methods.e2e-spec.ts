import { hundiUnderTest } from '#testing';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const CARD = { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' };
const OTHER_CARD = { ...CARD, number: '4242424242424242' };

interface Page {
  data: { id: string }[];
  has_more: boolean;
  next_cursor: string | null;
}

describe('GET /v1/customers/{id}/payment_methods', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  beforeEach(async () => {
    customer = await merchant.customer({ name: 'Asha' });
  });
  const save = async (body: object): Promise<string> => String((await merchant.post(`${customer}/payment_methods`, body)).json.id);
  const page = async (query = ''): Promise<Page> => (await merchant.get(`${customer}/payment_methods${query}`)).json as unknown as Page;
  const listed = async (query = ''): Promise<string[]> => (await page(query)).data.map(({ id }) => id);

  describe('200', () => {
    it('lists the newest first, page by page', async () => {
      const ids = [await save({ card: CARD }), await save({ upi: { vpa: 'success@sandbox' } }), await save({ card: OTHER_CARD })].reverse();
      expect(await listed()).toEqual(ids);
      expect(await listed(`?limit=1&starting_after=${ids[0]}`)).toEqual([ids[1]]);
      expect(await listed('?order=asc&limit=1')).toEqual([ids[2]]);
    });

    it('gives the cursor of the next page, to the last one and back', async () => {
      const ids = [await save({ card: CARD }), await save({ upi: { vpa: 'success@sandbox' } }), await save({ card: OTHER_CARD })].reverse();
      const first = await page('?limit=2&include[]=total_count');
      expect(first).toMatchObject({ data: [{ id: ids[0] }, { id: ids[1] }], has_more: true, total_count: 3 });
      const last = await page(`?limit=2&cursor=${String(first.next_cursor)}`);
      expect(last).toMatchObject({ data: [{ id: ids[2] }], has_more: false, next_cursor: null });
      expect(await page(`?limit=1&ending_before=${ids[2]}`)).toMatchObject({ data: [{ id: ids[1] }], has_more: true });
    });
  });

  describe('200, while payment methods are removed', () => {
    it.each(['', '&order=asc'])('goes on after one that was removed meanwhile: %j', async (order) => {
      const saved = [await save({ card: CARD }), await save({ upi: { vpa: 'success@sandbox' } }), await save({ card: OTHER_CARD })];
      const ids = order === '' ? saved.toReversed() : saved;
      const first = await page(`?limit=2${order}`);
      await merchant.delete(`${customer}/payment_methods/${ids[1]}`);
      expect(await listed(`?limit=2${order}&cursor=${String(first.next_cursor)}`)).toEqual([ids[2]]);
      const back = await page(`?limit=2${order}&ending_before=${ids[1]}&include[]=total_count`);
      expect(back).toMatchObject({ data: [{ id: ids[0] }], has_more: false, next_cursor: null, total_count: 2 });
    });

    it('does not go on after one of another customer', async () => {
      const other = await merchant.customer({ name: 'Ravi' });
      const { id } = (await merchant.post(`${other}/payment_methods`, { card: CARD })).json;
      await save({ card: CARD });
      const answer = await merchant.get(`${customer}/payment_methods?starting_after=${String(id)}`);
      expect([answer.status, answer.error.code]).toEqual([400, 'cursor_invalid']);
    });
  });

  describe('400', () => {
    it.each(['starting_after', 'ending_before'])('does not begin anew at a payment method of %s that is not in the list', async (param) => {
      await save({ card: CARD });
      const answer = await merchant.get(`${customer}/payment_methods?${param}=pm_0PbdKvDx00abcdefghijklmn`);
      expect([answer.status, answer.error.code, answer.error.param]).toEqual([400, 'cursor_invalid', param]);
    });
  });
});
