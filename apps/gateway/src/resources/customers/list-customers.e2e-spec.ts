import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('GET /v1/customers', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  /** Creates them, and waits for none: the list is asked to have caught up. */
  const created = async (...bodies: object[]): Promise<{ ids: string[]; position: string }> => {
    const ids: string[] = [];
    let position = '';
    for (const body of bodies) {
      const answer = await merchant.post('/v1/customers', body);
      ids.push(String(answer.json.id));
      position = String(answer.headers['event-position']);
    }
    return { ids, position };
  };
  const listed = async (query: string): Promise<string[]> => {
    const answer = await merchant.get(`/v1/customers?${query}`);
    expect(answer.status).toBe(200);
    return (answer.json as unknown as { data: { id: string }[] }).data.map(({ id }) => id);
  };

  describe('200', () => {
    it('shows the newest first, whole, and finds by e-mail address in any case', async () => {
      const email = `${newKey()}@example.com`;
      const { ids, position } = await created(
        { email, name: 'Asha' },
        { email: email.toUpperCase(), name: 'Asha again' },
        { email: `x${email}` },
      );
      const answer = await merchant.get(`/v1/customers?email=${email}&min_position=${position}`);
      expect(answer.json).toMatchObject({ object: 'list', url: '/v1/customers', has_more: false });
      const { data } = answer.json as unknown as { data: { id: string; name: string; email: string }[] };
      expect(data.map(({ id, name }) => [id, name])).toEqual([
        [ids[1], 'Asha again'],
        [ids[0], 'Asha'],
      ]);
    });

    it.each(['%2B919820012345', '+919820012345', '9820012345', '09820012345'])('finds by the phone number %s', async (written) => {
      const { ids, position } = await created({ phone: '+919820012345' });
      expect(await listed(`phone=${written}&limit=1&min_position=${position}`)).toEqual(ids);
    });

    it('finds by reference and by metadata, and pages', async () => {
      const reference_id = newKey();
      const batch = newKey();
      const { ids, position } = await created(
        { reference_id, metadata: { batch } },
        { name: 'B', metadata: { batch } },
        { name: 'C', metadata: { batch } },
      );
      expect(await listed(`reference_id=${reference_id}&min_position=${position}`)).toEqual([ids[0]]);
      expect(await listed(`metadata[batch]=${batch}&limit=2&min_position=${position}`)).toEqual([ids[2], ids[1]]);
      expect(await listed(`metadata[batch]=${batch}&limit=2&starting_after=${ids[1]}`)).toEqual([ids[0]]);
    });

    it('finds a changed e-mail address and not the old one, and no erased customer', async () => {
      const [before, after] = [`${newKey()}@example.com`, `${newKey()}@example.com`];
      const { ids } = await created({ email: before });
      const changed = await merchant.patch(`/v1/customers/${ids[0]}`, { email: after });
      expect(await listed(`email=${before}&min_position=${changed.headers['event-position']}`)).toEqual([]);
      expect(await listed(`email=${after}`)).toEqual(ids);
      await merchant.delete(`/v1/customers/${ids[0]}`);
      await eventually(async () => expect(await listed(`email=${after}`)).toEqual([]));
    });

    it('shows only those of the account and the mode', async () => {
      const email = `${newKey()}@example.com`;
      const { position } = await created({ email });
      expect(await listed(`email=${email}&min_position=${position}`)).toHaveLength(1);
      for (const key of [hundi.liveKey, hundi.otherTestKey]) {
        expect((await merchant.with(key).get(`/v1/customers?email=${email}`)).json.data).toEqual([]);
      }
    });
  });

  describe('400', () => {
    it.each([
      ['limit=0', 'limit parameter_invalid'],
      ['email=', 'email parameter_invalid'],
      ['starting_after=cust_1', 'starting_after cursor_invalid'],
    ])('refuses %s', async (query, problem) => {
      const answer = await merchant.get(`/v1/customers?${query}`);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });
  });
});
