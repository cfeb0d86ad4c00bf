import { Client } from 'pg';
import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';
import { keysWithoutOwner } from '../../../test/stored-effects';

const hundi = hundiUnderTest();

describe('PATCH /v1/customers/{id}', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  beforeEach(async () => {
    customer = await merchant.customer({
      name: 'Asha',
      email: 'asha@example.com',
      address: { line1: 'A', city: 'B' },
      metadata: { a: 1, b: 2 },
    });
  });

  describe('200', () => {
    it('changes what is sent, keeps the rest, merges address and metadata', async () => {
      const answer = await merchant.patch(customer, {
        name: 'Asha Verma',
        address: { city: 'Pune', line2: 'C' },
        metadata: { b: null, c: true },
      });
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({
        name: 'Asha Verma',
        email: 'asha@example.com',
        address: { line1: 'A', line2: 'C', city: 'Pune' },
        metadata: { a: 1, c: true },
        sequence: 2,
      });
      expect((await merchant.get(customer)).text).toBe(answer.text);
    });

    it('empties with null', async () => {
      const answer = await merchant.patch(customer, { name: null, address: null, metadata: null });
      expect(answer.json).toMatchObject({ name: null, address: null, metadata: {}, email: 'asha@example.com' });
    });

    it('gives a reference back when it is changed or emptied, so that another can have it', async () => {
      const [first, second] = [newKey(), newKey()];
      await merchant.patch(customer, { reference_id: first });
      expect((await merchant.patch(customer, { reference_id: second })).json.reference_id).toBe(second);
      expect((await merchant.post('/v1/customers', { reference_id: first })).status).toBe(201);
      await merchant.patch(customer, { reference_id: null });
      expect((await merchant.post('/v1/customers', { reference_id: second })).status).toBe(201);
    });
  });

  describe('400', () => {
    it('refuses a postal code that India does not have', async () => {
      const answer = await merchant.patch(customer, { address: { postal_code: '010001', country: 'IN' } });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'address.postal_code parameter_invalid']);
      expect(answer.error.errors[0]?.reason).toBe('invalid_postal_code');
      const unknown = await merchant.patch(customer, { address: { state: 'Bengaluru', country: 'IN' } });
      expect([unknown.status, unknown.error]).toMatchObject([400, { param: 'address.state', reason: 'invalid_state_code' }]);
    });

    it('refuses to leave nothing to recognize them by', async () => {
      const answer = await merchant.patch(customer, { name: null, email: null });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'name parameter_missing']);
      expect(answer.error).toMatchObject({ reason: 'customer_unrecognizable', hint: expect.stringContaining('in the same request') });
      expect(answer.error.errors[0]).toMatchObject({ reason: 'customer_unrecognizable' });
      expect((await merchant.get(customer)).json.name).toBe('Asha');
    });
  });

  describe('404', () => {
    it.each([
      ['a foreign customer', () => hundi.otherTestKey],
      ['one of the other mode', () => hundi.liveKey],
    ])('answers %s like one that does not exist', async (_what, key) => {
      const answer = await merchant.with(key()).patch(customer, { name: 'Mine' });
      expect([answer.status, answer.error.code]).toEqual([404, 'resource_missing']);
      expect((await merchant.get(customer)).json.name).toBe('Asha');
    });

    it('leaves no data key behind for a customer who is not there', async () => {
      const unknown = `${customer.slice(0, -6)}yY8yY8`;
      const id = unknown.slice(unknown.lastIndexOf('/') + 1);
      expect((await merchant.patch(unknown, { name: 'Nobody' })).status).toBe(404);
      const database = new Client({ connectionString: hundi.databaseUrl });
      await database.connect();
      expect(await keysWithoutOwner(database).finally(() => database.end())).not.toContain(id);
    });

    it('does not let an unknown payment method become the default', async () => {
      const answer = await merchant.patch(customer, { default_payment_method_id: `pm_${customer.slice(-24)}` });
      expect([answer.status, answer.error.param]).toEqual([404, 'default_payment_method_id']);
    });
  });

  describe('409', () => {
    it('refuses a reference that another customer has, and changes nothing else either', async () => {
      const reference_id = newKey();
      await merchant.customer({ reference_id });
      const answer = await merchant.patch(customer, { name: 'Changed', reference_id });
      expect([answer.status, answer.error.code]).toEqual([409, 'resource_already_exists']);
      expect((await merchant.get(customer)).json).toMatchObject({ name: 'Asha', reference_id: null, sequence: 1 });
    });
  });
});
