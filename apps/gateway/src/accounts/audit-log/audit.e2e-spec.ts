import { eventually, hundiUnderTest } from '#testing';
import { Merchant } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';

const hundi = hundiUnderTest();

interface Entry {
  id: string;
  action: string;
  resource: { id: string } | null;
  request_id: string | null;
  actor: { type: string; id: string; name: string | null };
}

describe('the audit log of a merchant', () => {
  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
  });
  const entries = async (query = ''): Promise<Entry[]> => (await merchant.get(`/v1/audit_log?limit=100${query}`)).json.data as Entry[];
  const eventuallyEntries = async (count: number, query = ''): Promise<Entry[]> => {
    await eventually(async () => expect((await entries(query)).length).toBeGreaterThanOrEqual(count));
    return entries(query);
  };

  it('(55) has one entry for each request that changed something, with its object and who made it', async () => {
    const customer = await merchant.post('/v1/customers', { name: 'Asha Verma', email: 'asha@example.com' });
    const made = [
      customer,
      await merchant.post('/v1/payments', { amount: 50_000, currency: 'INR' }),
      await merchant.post('/v1/webhook_endpoints', { url: 'https://example.com/hooks', events: ['payment.*'] }),
      await merchant.post('/v1/kyc/verifications', {
        customer_id: customer.json.id,
        document_type: 'aadhaar',
        document_number: '1234-5678-9012',
      }),
      await merchant.post('/v1/api_keys', { kind: 'restricted', scopes: ['payments:read'] }),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const payment = `/v1/payments/${String(made[1]?.json.id)}`;
    const cancelled = await merchant.post(`${payment}/cancel`, {});
    expect(cancelled.status).toBe(200);
    const ids = made.map(({ json }) => json.id);
    const ofThem = async (): Promise<Entry[]> => (await entries()).filter(({ resource }) => ids.includes(resource?.id));
    await eventually(async () => expect((await ofThem()).length).toBeGreaterThanOrEqual(6));
    const found = await ofThem();
    expect(found.map(({ action, resource }) => [action, resource?.id]).toSorted()).toEqual(
      [
        ['customers.create', ids[0]],
        ['payments.create', ids[1]],
        ['webhook_endpoints.create', ids[2]],
        ['kyc.create', ids[3]],
        ['api_keys.create', ids[4]],
        ['payments.cancel', ids[1]],
      ].toSorted(),
    );
    const byKey = { type: 'api_key', id: expect.stringMatching(/^key_/), name: expect.any(String) };
    for (const { actor } of found) expect(actor).toEqual(byKey);
    expect(new Set(found.map(({ request_id: id }) => id)).size).toBe(found.length);
    expect(JSON.stringify(found)).not.toContain('asha@example.com');
  });

  it('says what was changed of settings, also personal values', async () => {
    const { json } = await merchant.post('/v1/customers', { name: 'Asha Verma', metadata: { tier: 'gold' } });
    await merchant.patch(`/v1/customers/${String(json.id)}`, { name: 'Asha Rao', metadata: { tier: 'silver' } });
    const [entry] = await eventuallyEntries(1, '&action=customers.update');
    expect(entry).toMatchObject({ changes: { name: ['Asha Verma', 'Asha Rao'], metadata: [{ tier: 'gold' }, { tier: 'silver' }] } });
  });

  it('has what changes no object of its own, as a ping and a resend', async () => {
    const { json } = await merchant.post('/v1/webhook_endpoints', { url: 'https://example.com/hooks', events: ['payment.*'] });
    expect((await merchant.post(`/v1/webhook_endpoints/${String(json.id)}/ping`, {})).status).toBeLessThan(300);
    expect(await eventuallyEntries(1, '&action=webhook_endpoints.ping')).toHaveLength(1);
  });

  it('has none for repeats, dry runs and refusals', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { amount: 50_000, currency: 'INR' };
    await merchant.post('/v1/payments', body, headers);
    await merchant.post('/v1/payments', body, headers);
    await merchant.post('/v1/payments?dry_run=true', body);
    await merchant.post('/v1/payments', { amount: -1, currency: 'INR' });
    const last = await merchant.post('/v1/customers', { name: 'Asha' });
    await eventuallyEntries(1, `&resource=${String(last.json.id)}`);
    expect(await entries('&action=payments.create')).toHaveLength(1);
  });

  it('has each refusal for want of a right once an hour, with the error', async () => {
    const { secret, id } = (await merchant.post('/v1/api_keys', { kind: 'restricted', scopes: ['payments:read'], name: 'Reader' })).json;
    const reader = merchant.with(String(secret));
    for (let times = 0; times < 3; times++) await reader.post('/v1/payments', { amount: 50_000, currency: 'INR' });
    await reader.get('/v1/customers');
    await eventually(async () => expect(await entries('&outcome=refused')).toHaveLength(2));
    const actor = { type: 'api_key', id, name: 'Reader' };
    expect(await entries('&outcome=refused')).toMatchObject([
      { action: 'GET /v1/customers', actor, code: 'scope_insufficient', outcome: 'refused' },
      { action: 'POST /v1/payments', actor, code: 'scope_insufficient', outcome: 'refused' },
    ]);
  });

  it('names the wrong filter, and gives the heads of days', async () => {
    expect((await merchant.get('/v1/audit_log?outcome=maybe')).error).toMatchObject({ code: 'parameter_invalid', param: 'outcome' });
    expect((await merchant.get('/v1/audit_log?who=me')).error).toMatchObject({ code: 'parameter_unknown' });
    expect((await merchant.get('/v1/audit_log?at[gte]=soon')).error).toMatchObject({ code: 'parameter_invalid', param: 'at[gte]' });
    const { status, json } = await merchant.get('/v1/audit_log/heads');
    expect([status, json]).toMatchObject([200, { object: 'list', data: [{ object: 'audit_head', position: expect.any(Number) }] }]);
  });
});
