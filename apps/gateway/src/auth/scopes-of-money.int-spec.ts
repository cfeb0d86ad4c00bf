import { newId, shardOfAccount, type IdKind } from '#contracts';
import { SystemClock, SystemRandom } from '#service';
import { everyWrite } from '../../test/every-write';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { createAccount, createApiKey } from '../accounts/operator-accounts';
import type { Scope } from './scopes';

describe('a request that moves money which another scope guards', () => {
  let gateway: GatewayUnderTest;
  let accountId: string;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
    accountId = (await createAccount(gateway.keyStore, { name: 'Acme' })).id;
  });
  afterAll(() => gateway.stop());

  const idOf = (kind: IdKind): string => {
    const clock = new SystemClock();
    return newId(kind, shardOfAccount(accountId), clock.nowMs(), new SystemRandom(clock));
  };
  const answerTo = async (
    scopes: Scope[],
    operation: string,
    body: object,
  ): Promise<[number, { code?: string; param?: string } | undefined]> => {
    const { key } = await createApiKey(gateway.keyStore, { accountId, kind: 'restricted', livemode: false, scopes });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const [method = '', path = ''] = operation.split(' ');
    const response = await fetch(gateway.url + path, { method, headers, body: JSON.stringify(body) });
    return [response.status, ((await response.json()) as { error?: { code: string; param: string } } | null)?.error];
  };
  interface Row {
    scope: Scope;
    more: Scope;
    operation: string;
    param: string;
    body: () => Record<string, unknown>;
  }
  const ofMandate = (row: Pick<Row, 'scope' | 'operation'>, more: object = {}): Row => ({
    ...row,
    more: 'mandates:write',
    param: 'mandate_id',
    body: () => ({ mandate_id: idOf('mandate'), ...more }),
  });
  const invoiced = { lines: [{ description: 'Setup', amount: 100 }] };
  const subscribed = { amount: 100, interval: 'month', name: 'Gold', total_count: 12 };
  const OF_MANDATES: Row[] = [
    ofMandate({ scope: 'invoices:write', operation: 'POST /v1/invoices' }, invoiced),
    ofMandate({ scope: 'invoices:write', operation: 'POST /v1/invoices/{id}/pay' }),
    ofMandate({ scope: 'subscriptions:write', operation: 'POST /v1/subscriptions' }, subscribed),
    ofMandate({ scope: 'subscriptions:write', operation: 'PATCH /v1/subscriptions/{id}' }),
  ];
  const OF_REFUNDS: Row[] = [
    { scope: 'subscriptions:write', operation: 'POST /v1/subscriptions/{id}/cancel', body: () => ({ refund: 'prorated' }) },
    { scope: 'invoices:write', operation: 'POST /v1/invoices/{id}/credit_notes', body: () => ({ refund: 'payment', amount: 100 }) },
  ].map((row) => ({ ...row, more: 'refunds:write', param: 'refund' }) as Row);

  it.each([...OF_MANDATES, ...OF_REFUNDS])('403: $param of $operation needs $more besides $scope', async ({ scope, more, ...row }) => {
    const { operation, param, body } = row;
    const kind = operation.includes('invoices') ? 'invoice' : 'subscription';
    const sent = operation.startsWith('POST') && !operation.includes('{') ? { customer_id: idOf('customer'), ...body() } : body();
    const path = operation.replace('{id}', idOf(kind));
    expect(await answerTo([scope], path, sent)).toEqual([403, expect.objectContaining({ code: 'scope_insufficient', param })]);
    expect((await answerTo([scope, more], path, sent))[1]?.code).not.toBe('scope_insufficient');
    const { [param]: _asked, ...others } = sent;
    expect((await answerTo([scope], path, others))[1]?.code).not.toBe('scope_insufficient');
  });

  /** The service refuses the mandate of a payment, and a preview moves nothing. */
  const WITHOUT_EFFECT = ['POST /v1/payments', 'POST /v1/subscriptions/{id}/preview_update'];

  it('is required by every write that takes a mandate or a refund', () => {
    const taking = (name: string): string[] =>
      everyWrite(gateway)
        .filter(({ members }) => members.some((member) => member.prefix === '' && member.name === name))
        .map(({ operation }) => operation)
        .filter((operation) => !WITHOUT_EFFECT.includes(operation));
    expect(taking('mandate_id').toSorted()).toEqual(OF_MANDATES.map(({ operation }) => operation).toSorted());
    expect(taking('refund').toSorted()).toEqual(OF_REFUNDS.map(({ operation }) => operation).toSorted());
  });
});
