import { eventually, hundiUnderTest } from '#testing';
import { Cli } from './hundi-tool';
import { Page, PASSWORD } from './page';

jest.setTimeout(180_000);

const hundi = hundiUnderTest();

type Json = Record<string, unknown>;

async function call(path: string, body?: object): Promise<Json> {
  const response = await fetch(`${hundi.baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${hundi.testKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Json;
}

/** Whom `npx hundi accounts create --operator` invited. */
async function newOperator(): Promise<{ person: Page; userId: string }> {
  const email = `operator-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const parameters = ['accounts', 'create', '--email', email, '--operator', '--json'];
  const { out, err } = await Cli.run(hundi, parameters, { HUNDI_DATA_DIR: hundi.dataDir });
  const [, token] = /"link":"[^"#]+#([\w-]{43})"/.exec(out) ?? [];
  if (token === undefined) throw new Error(err);
  const person = new Page(hundi.baseUrl);
  const { json } = await person.post('/invitations/accept', { token, email, name: 'Meera Nair', password: PASSWORD });
  expect(json).toMatchObject({ is_operator: true });
  return { person, userId: (json.user as { id: string }).id };
}

describe('what operators decide on their pages', () => {
  let operator: { person: Page; userId: string };
  beforeAll(async () => {
    operator = await newOperator();
  });

  /** The audit log of the demo account is asked for by its own key. */
  const entriesAbout = async (id: string): Promise<Json[]> => (await call(`/v1/audit_log?resource=${id}`)).data as Json[];

  it('verifies somebody whose name is close, with who and why in the audit log of the account', async () => {
    const customer = await call('/v1/customers', { name: 'Ravi Kumar' });
    const asked = { customer_id: customer.id, document_type: 'pan', document_number: 'ZZZPS0014V' };
    const id = String((await call('/v1/kyc/verifications', asked)).id);
    const review = await eventually(async () => {
      const { json } = await operator.person.get('/operator/kyc_reviews');
      const found = (json.data as Json[]).find((one) => one.id === id);
      expect(found).toMatchObject({ livemode: false, account_id: hundi.accountId, document_type: 'pan', name_match_score: 78 });
      return found;
    });
    expect(JSON.stringify(review)).not.toContain('Ravi');
    const decide = (decision: string) =>
      operator.person.post(`/operator/kyc_reviews/${id}/decide`, { decision, note: 'seen the original' });
    expect((await decide('verified')).json).toEqual({ id, object: 'kyc.verification', livemode: false, status: 'verified' });
    expect((await decide('rejected')).code).toBe('state_conflict');
    await eventually(async () =>
      expect(await entriesAbout(id)).toContainEqual(
        expect.objectContaining({
          action: 'kyc.decide',
          actor: { type: 'operator', id: operator.userId, name: null },
          changes: { note: [null, 'seen the original'] },
        }),
      ),
    );
  });

  it('ends a refund that is pending for too long', async () => {
    const payment = await call('/v1/payments', { amount: 50_000, currency: 'INR', payment_method: 'upi' });
    const { id: refund } = await call('/v1/refunds', { payment_id: payment.id, amount: 20_000, metadata: { sandbox_outcome: 'pending' } });
    const id = String(refund);
    await eventually(async () => {
      const { json } = await operator.person.get('/operator/held_money?days=0');
      expect(json.data).toContainEqual(expect.objectContaining({ id, why: 'refund_pending', amount: 20_000, account_id: hundi.accountId }));
    });
    const body = { decision: 'processed', utr: 'AXIS1', note: 'seen at the bank' };
    const { json } = await operator.person.post(`/operator/held_money/${id}/resolve`, body);
    expect(json).toEqual({ id, object: 'refund', livemode: false, status: 'processed' });
    expect(await call(`/v1/refunds/${id}`)).toMatchObject({ status: 'processed', acquirer_reference: { utr: 'AXIS1' } });
    await eventually(async () =>
      expect(await entriesAbout(id)).toContainEqual(
        expect.objectContaining({ action: 'refunds.resolve', changes: { note: [null, 'seen at the bank'] } }),
      ),
    );
    expect((await operator.person.post('/operator/held_money/rfnd_0TgWzRaB0000000000000000/resolve', body)).code).toBe('resource_missing');
  });
});
