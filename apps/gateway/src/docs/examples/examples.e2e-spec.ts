import { hundiUnderTest } from '#testing';
import { ApiClient } from '../../../test/api-client';
import { schemasOf } from '../../../test/document-schemas';
import { jsonOf, operationsOf, type Document, type Node } from '../published/open-api';
import { exampleOf } from './example-of';
import { EXAMPLE_IDS } from './ids';
import { REQUEST_EXAMPLES } from './requests';

const hundi = hundiUnderTest();

/** Creates in an order in which each finds what it names: the body's class, and what the object is called in the examples. */
const CREATES = [
  ['POST /v1/customers', 'CreateCustomerDto', EXAMPLE_IDS.customer],
  ['POST /v1/customers/{id}/payment_methods', 'SavePaymentMethodDto', EXAMPLE_IDS.paymentMethod],
  ['POST /v1/customers/{id}/balance_transactions', 'AdjustCustomerBalanceDto', EXAMPLE_IDS.customerBalanceTransaction],
  ['POST /v1/payments', 'CreatePaymentDto', EXAMPLE_IDS.payment],
  ['POST /v1/refunds', 'CreateRefundDto', EXAMPLE_IDS.refund],
  ['POST /v1/plans', 'CreatePlanDto', EXAMPLE_IDS.plan],
  ['POST /v1/subscriptions', 'CreateSubscriptionDto', EXAMPLE_IDS.subscription],
  ['POST /v1/mandates', 'CreateMandateDto', EXAMPLE_IDS.mandate],
  ['POST /v1/mandates/{id}/debits', 'CreateDebitDto', EXAMPLE_IDS.debit],
  ['POST /v1/test_helpers/clocks', 'CreateTestClockDto', EXAMPLE_IDS.testClock],
  ['POST /v1/invoices', 'CreateInvoiceDto', EXAMPLE_IDS.invoice],
  ['POST /v1/kyc/verifications', 'CreateVerificationDto', undefined],
  ['POST /v1/api_keys', 'CreateApiKeyDto', EXAMPLE_IDS.apiKey],
  ['POST /v1/apps', 'CreateAppDto', EXAMPLE_IDS.app],
  ['POST /v1/webhook_endpoints', 'CreateWebhookEndpointDto', EXAMPLE_IDS.webhookEndpoint],
  ['POST /v1/webhook_endpoints/{id}/replay', 'CreateReplayDto', EXAMPLE_IDS.webhookReplay],
] as const;
/** The object in the path. */
const IN_PATH: Readonly<Record<string, string>> = {
  'POST /v1/customers/{id}/payment_methods': EXAMPLE_IDS.customer,
  'POST /v1/customers/{id}/balance_transactions': EXAMPLE_IDS.customer,
  'POST /v1/mandates/{id}/debits': EXAMPLE_IDS.mandate,
  'POST /v1/webhook_endpoints/{id}/replay': EXAMPLE_IDS.webhookEndpoint,
};

describe('O15 the examples of creates', () => {
  let api: ApiClient;
  let document: Document;
  /** Id in the examples → id here. */
  const made = new Map<string, string>();
  const here = <T>(value: T): T => JSON.parse([...made].reduce((text, [id, own]) => text.replaceAll(id, own), JSON.stringify(value))) as T;

  /** Moments are those of one day: a replay goes back thirty days at most. */
  const today = <T>(value: T): T => JSON.parse(JSON.stringify(value), (_key, part: unknown) => movedToToday(part)) as T;

  /** What the document says of a create. */
  const documented = (route: string): { path: string; created: string; schema: Node } => {
    const { operation, path } = operationsOf(document).find((one) => one.route === route)!;
    const [created = '', answer] = Object.entries(operation.responses).find(([status]) => status === '201' || status === '202')!;
    return { path: path.replace('{id}', IN_PATH[route] ?? ''), created, schema: jsonOf(answer)!.schema };
  };

  beforeAll(async () => {
    api = await ApiClient.connect(hundi.baseUrl);
    document = (await api.get('/v1/openapi.json', {})).json as unknown as Document;
  });

  it('are those of every create in the document', () => {
    const creates = operationsOf(document).filter(
      ({ operation: { responses, requestBody } }) => requestBody && (responses['201'] ?? responses['202']),
    );
    expect(
      creates
        .map(({ route }) => route)
        .filter((route) => !route.endsWith('/ping') && !route.endsWith('/advance'))
        .toSorted(),
    ).toEqual(CREATES.map(([route]) => route).toSorted());
  });

  it.each(CREATES)(
    '%s: each works as it is, and what is answered fits its schema and has the fields of its example',
    async (route, dto, named) => {
      const { path, created, schema } = documented(route);
      for (const { value } of Object.values(REQUEST_EXAMPLES[dto] ?? {})) {
        const { status, json } = await api.post(here(path), { key: hundi.testKey, body: today(here(value)) });
        expect([value, String(status), json]).toEqual([value, created, expect.anything()]);
        expect([value, schemasOf(document)(schema, json)]).toEqual([value, []]);
        expect(Object.keys(json)).toEqual(expect.arrayContaining(Object.keys(exampleOf(schema, document) as object)));
        if (named !== undefined && !made.has(named)) made.set(named, String(json.id));
      }
    },
  );
});

/** A moment of the examples, as long ago as it was at the end of their day. */
function movedToToday(part: unknown): unknown {
  const endOfDayMs = Date.parse('2026-11-22T00:00:00Z');
  const moved = (ms: number): number => ms + Date.now() - endOfDayMs;
  if (typeof part === 'number' && part > 1_700_000_000) return Math.trunc(moved(part * 1_000) / 1_000);
  return part;
}
