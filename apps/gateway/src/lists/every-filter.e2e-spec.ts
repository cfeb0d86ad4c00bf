import { Client } from 'undici';
import { hundiUnderTest } from '#testing';
import { Merchant } from '../../test/merchant';

const hundi = hundiUnderTest();

/** A value that nothing has: no id, word, number, time, address or name of anything. */
const IMPOSSIBLE = '!! 0';
/** Any text may be the value of an object, or of a key of its metadata. */
const FREE = ['reference_id', 'metadata', 'query'];

interface Parameter {
  name: string;
  in: string;
}

interface Operation {
  parameters?: (Parameter | { $ref: string })[];
}

/** Path and name of every parameter of every list that the document describes. */
function filtersOf(merchant: Merchant): { path: string; name: string }[] {
  const { paths, components } = merchant.api.document.document as unknown as {
    paths: Record<string, { get?: Operation }>;
    components: { parameters?: Record<string, Parameter> };
  };
  const resolved = (parameter: Parameter | { $ref: string }): Parameter =>
    '$ref' in parameter ? (components.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] as Parameter) : parameter;
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const parameters = (get?.parameters ?? []).map(resolved).filter((parameter) => parameter.in === 'query');
    if (!path.startsWith('/v1/') || !parameters.some(({ name }) => name === 'limit')) return [];
    return parameters.filter(({ name }) => !FREE.some((free) => name.startsWith(free))).map(({ name }) => ({ path, name }));
  });
}

describe('a filter of a list', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  const refusal = async (path: string): Promise<[number, string | null]> => {
    const { status, error } = await merchant.get(path);
    return [status, status === 400 ? error.param : null];
  };

  it('with a value that no object can have is refused, whichever list and filter it is', async () => {
    const filters = filtersOf(merchant);
    expect(filters.length).toBeGreaterThan(150);
    const wrong: string[] = [];
    for (const { path, name } of filters) {
      const url = `${path.replaceAll(/\{\w+\}/g, 'x')}?${encodeURIComponent(name)}=${encodeURIComponent(IMPOSSIBLE)}`;
      const { status, text } = await merchant.get(url);
      const [field = ''] = name.split('[');
      if (status !== 400 || !text.includes(`"param":"${field}`)) wrong.push(`${url}: ${text}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['customers?email=abc', 'email'],
    ['customers?phone=98765', 'phone'],
    ['events?object_id=abc', 'object_id'],
    ['events?resource_id=pay_x', 'resource_id'],
    ['events?correlation_id=abc', 'correlation_id'],
    ['invoices?number=!!', 'number'],
    ['audit_log?action=nonsense', 'action'],
    ['audit_log?actor=nonsense', 'actor'],
    ['audit_log?resource=nonsense', 'resource'],
    ['request_logs?operation=nonsense', 'operation'],
    ['request_logs?error_code=nonsense', 'error_code'],
    ['request_logs?actor=nonsense', 'actor'],
    ['request_logs?resource=nonsense', 'resource'],
    ['request_logs?path=payments', 'path'],
    ['request_logs?status=999', 'status'],
  ])('GET /v1/%s is refused for the value of %s', async (path, param) => {
    expect(await refusal(`/v1/${path}`)).toEqual([400, param]);
  });

  it('says what to send in place of a + in an e-mail address, which a query has for a blank', async () => {
    const { status, error } = await merchant.get('/v1/customers?email=p+x@example.com');
    expect([status, error.param, error.hint]).toEqual([400, 'email', 'In a query, + is a blank: send %2B in place of +.']);
    expect((await merchant.get('/v1/customers?email=p%2Bx@example.com')).status).toBe(200);
  });

  // A quote is one byte of the request and six on the way to the service, whose limit is eight times as high.
  it.each([
    ['characters that grow on the way', Array.from({ length: 15 }, (_, key) => `metadata[${key}]=${'"'.repeat(500)}`)],
    ['filters', Array.from({ length: 100 }, (_, key) => `metadata[${key}]=${'v'.repeat(60)}`)],
    ['parts of a search', [`query=${'-x+'.repeat(66)}`]],
  ])('is answered when the request has as many %s as it can', async (_what, parameters) => {
    const path = `/v1/payments${parameters.length === 1 ? '/search' : ''}?${parameters.join('&')}`;
    // Sends the path as it is; fetch would encode the quotes.
    const client = new Client(hundi.baseUrl);
    const { statusCode, body } = await client.request({ method: 'GET', path, headers: { authorization: `Bearer ${hundi.testKey}` } });
    expect([statusCode, await body.json()]).toEqual([200, expect.objectContaining({ object: 'list' })]);
    await client.close();
  });

  it.each([
    'customers?phone=+919820098200',
    'customers?phone=98200%2098200',
    'audit_log?action=payments.capture',
    'audit_log?action=GET%20/v1/payments/%7Bid%7D',
    'audit_log?actor=operator:ubuntu',
    'request_logs?operation=createPayment',
    'request_logs?error_code=amount_too_small',
    'request_logs?path=/v1/payments',
    'request_logs?status=201',
    'invoices?number=INV/2627/000054',
  ])('GET /v1/%s is answered', async (path) => {
    expect((await merchant.get(`/v1/${path}`)).status).toBe(200);
  });
});
