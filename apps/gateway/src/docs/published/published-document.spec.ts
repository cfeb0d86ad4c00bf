import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { gatewayToDescribe, type DescribedGateway } from '../../../test/gateway-to-describe';
import { SCOPES, type Scope } from '../../auth/scopes';
import { mapped, operationsOf, type Document, type Node, type Operation } from './open-api';

/** What an operation may add to the document for merchants, its share of the schemas included. */
const BYTES_AN_OPERATION_MAX = 6_000;
/** A creation that answers 200 with the object where there is one already. */
const FINDS_EXISTING = 'POST /v1/customers/{id}/payment_methods';
/** Operations that judge by what they show, and not by a scope. */
const ANY_KEY = ['GET /v1/idempotency_keys/{key}', 'GET /v1/webhook_source_ips'];

describe('the published document (numbers: what client libraries need of it)', () => {
  let gateway: DescribedGateway;
  let text: string;
  let document: Document;
  let strict: Document;
  let routes: Map<string, Operation>;

  beforeAll(async () => {
    gateway = await gatewayToDescribe();
    text = gateway.document.published().plain.toString();
    document = JSON.parse(text) as Document;
    strict = JSON.parse(gateway.document.strict().toString()) as Document;
    routes = new Map(operationsOf(document).map(({ route, operation }) => [route, operation]));
  });
  afterAll(() => gateway.app.close());

  const nodes = (found: Node[] = []): Node[] => {
    mapped(document, (node) => (found.push(node), node));
    return found;
  };
  const schemasOf = (pattern: RegExp): Node[] => {
    const named = Object.entries(document.components.schemas).filter(([name]) => pattern.test(name));
    return named.map(([, schema]) => schema);
  };

  it('describes every operation of a key in at most 6,000 bytes each', () => {
    const withKey = operationsOf(strict).filter(({ operation }) => operation.security !== undefined);
    expect([...routes.keys()].sort()).toEqual(withKey.map(({ route }) => route).sort());
    expect(routes.size).toBeGreaterThanOrEqual(66);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(routes.size * BYTES_AN_OPERATION_MAX);
  });

  it('is compressed to the same text, with a tag of its content', () => {
    const { etag, gzip, br, plain } = gateway.document.published();
    expect(gunzipSync(gzip)).toEqual(plain);
    expect(brotliDecompressSync(br)).toEqual(plain);
    expect(br.length).toBeLessThan(plain.length / 5);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(gateway.document.published()).toBe(gateway.document.published());
  });

  it('O1 every operation is named for client libraries, once, or internal', () => {
    const names = [...routes.values()].map((operation) => operation['x-hundi'] as { group: string; method: string });
    for (const [route, operation] of routes) expect([route, operation['x-internal']]).toEqual([route, undefined]);
    const words = names.map(({ group, method }) => `${group}.${method}`);
    expect(new Set(words).size).toBe(routes.size);
    expect(routes.get('GET /v1/payments')?.['x-hundi']).toEqual({ group: 'payments', method: 'list', item: 'Payment' });
    expect(routes.get('POST /v1/payments')?.['x-hundi']).toEqual({ group: 'payments', method: 'create', type: 'Payment' });
    for (const word of words) expect(word).toMatch(/^[a-z_]+(\.[a-z_]+)+$/);
  });

  it('O2 no body of a request has rules beside its properties; the strict document has them', () => {
    const bodies = schemasOf(/Dto$/);
    expect(bodies.length).toBeGreaterThan(15);
    for (const body of bodies) {
      expect(Object.keys(body)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(anyOf|oneOf|allOf|propertyNames)$/)]));
    }
    expect(document.components.schemas).not.toHaveProperty('AnyJson');
    expect(strict.components.schemas.CreatePaymentDto).toHaveProperty('anyOf');
  });

  it('O3 an error is one component for each status, and an operation names its codes', () => {
    for (const [route, { responses, 'x-codes': codes }] of routes) {
      const errors = Object.keys(responses).filter((status) => status >= '400');
      for (const status of errors) expect([route, Object.keys(responses[status] ?? {})]).toEqual([route, ['$ref']]);
      expect(codes).toBeInstanceOf(Array);
    }
    expect(routes.get('POST /v1/payments')).toHaveProperty('x-codes', expect.arrayContaining(['resource_missing', 'amount_too_small']));
    expect(text.includes('"#/components/responses/NotFound"')).toBe(true);
    expect(document['x-codes']).toEqual(expect.arrayContaining(['api_key_missing', 'internal_error']));
    const { Received: _received, ...errorsOnly } = document.components.responses ?? {};
    for (const response of Object.values(errorsOnly)) {
      expect(response).toHaveProperty(['content', 'application/json', 'schema'], { $ref: '#/components/schemas/ErrorResponse' });
    }
  });

  it('O3 no status of an operation is lost, but that of a dry run of a create', () => {
    const whole = new Map(operationsOf(strict).map(({ route, operation }) => [route, operation]));
    for (const [route, { responses, 'x-dry-run': dryRun }] of routes) {
      const all = Object.keys(whole.get(route)?.responses ?? {});
      // An advance is done with 200 where its caller waits.
      const isCreate = all.includes('201') || (all.includes('202') && !route.endsWith('/advance'));
      const hasDryRunAlone = dryRun !== undefined && isCreate && route !== FINDS_EXISTING;
      expect(Object.keys(responses)).toEqual(all.filter((status) => !(hasDryRunAlone && status === '200')));
    }
  });

  it('O4 headers and parameters that many share are components', () => {
    const headers = Object.keys(document.components.headers ?? {});
    expect(headers).toEqual(
      expect.arrayContaining(['API-Version', 'Request-Id', 'Event-Position', 'RateLimit-Limit', 'Ignored-Parameters']),
    );
    expect(document['x-headers']).toEqual(
      expect.arrayContaining(['Request-Id', 'API-Version', 'X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
    );
    const parameters = Object.keys(document.components.parameters ?? {});
    expect(parameters).toEqual(expect.arrayContaining(['API-Version', 'Prefer', 'Idempotency-Key', 'limit', 'cursor', 'created_at.gte']));
    for (const name of [...headers, ...parameters]) expect(name).toMatch(/^[\w.-]+$/);
  });

  it('O5 no field is a choice between two kinds of object', () => {
    const choices = Object.values(document.components.schemas).flatMap(({ properties }) =>
      Object.values((properties ?? {}) as Record<string, Node>),
    );
    for (const choice of choices) {
      const references = ((choice.anyOf ?? choice.oneOf ?? []) as Node[]).filter(({ $ref }) => $ref !== undefined);
      expect(references.length).toBeLessThanOrEqual(1);
    }
    expect(document.components.schemas.PaymentCustomer).toHaveProperty('properties.phone');
    expect(document.components.schemas.PaymentCustomer).toHaveProperty('properties.reference_id');
  });

  it('O6 no field is null alone', () => {
    for (const { properties } of nodes()) {
      for (const property of Object.values((properties ?? {}) as Record<string, Node>)) expect(property.type).not.toBe('null');
    }
  });

  it('O7 lists are components, and a dry run is no second success', () => {
    expect(document.components.schemas).toHaveProperty('PaymentList.properties.data.items.$ref');
    expect(routes.get('GET /v1/payments')).toHaveProperty(['responses', '200', 'content', 'application/json', 'schema'], {
      $ref: '#/components/schemas/PaymentList',
    });
    const create = routes.get('POST /v1/payments');
    expect(create?.['x-dry-run']).toEqual({ $ref: '#/components/schemas/DryRun' });
    expect(Object.keys(create?.responses ?? {}).filter((status) => status < '300')).toEqual(['201']);
    expect(document.components.schemas).toHaveProperty('DryRun.properties.events');
  });

  it('O8 every enumeration and every constant has a type', () => {
    const words = nodes().filter((node) => Array.isArray(node.enum) || 'const' in node);
    expect(words.length).toBeGreaterThan(50);
    for (const node of words) {
      expect(node.type).toBeDefined();
      const isNullable = [node.type].flat().includes('null');
      if (Array.isArray(node.enum)) expect(node.enum.includes(null)).toBe(isNullable);
    }
  });

  it('O9 no pattern only keeps NUL out, and a version is no date', () => {
    expect(text.includes('u0000')).toBe(false);
    expect(document.components.schemas.EventResource).not.toHaveProperty('properties.api_version.format');
    const number = (document.components.schemas.CardInstrumentDto?.properties as Record<string, Node>).number;
    expect(number).toHaveProperty('pattern');
    expect(number).not.toHaveProperty('enum');
    expect('4242 4242 4242 4242').toMatch(new RegExp(String(number?.pattern)));
  });

  it('O10 has the operations of a key alone, one declared tag each, and no class name', () => {
    const declared = (document.tags as { name: string; description: string }[]).map(({ name }) => name);
    expect(declared.slice(0, 3)).toEqual(['Payments', 'Refunds', 'Customers']);
    for (const [route, { tags }] of routes) {
      expect(route).toMatch(/^\w+ \/(v1|oauth)\//);
      expect(tags).toHaveLength(1);
      expect(declared).toContain(tags?.[0]);
    }
    const order = [...routes.values()].map(({ tags }) => declared.indexOf(String(tags?.[0])));
    expect(order[0]).toBe(0);
    expect([...routes.keys()].filter((route) => /webhooks\/\{|\/metrics|\/health\b(?!$)|\/checkout|\/docs|\/portal/.test(route))).toEqual(
      [],
    );
  });

  it('O12 shared enumerations have a name and are open', () => {
    const { schemas } = document.components;
    for (const name of [
      'PaymentStatus',
      'PaymentMethodType',
      'RefundStatus',
      'VerificationStatus',
      'DocumentType',
      'EventType',
      'ErrorCode',
    ]) {
      expect(schemas[name]).toMatchObject({ type: 'string', 'x-extensible-enum': true });
    }
    const inline = nodes().filter((node) => Array.isArray(node.enum) && !('x-extensible-enum' in node) && node.enum.length > 8);
    const counts = new Map<string, number>();
    for (const { enum: words } of inline) counts.set(String(words), (counts.get(String(words)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 3)).toEqual([]);
  });

  it('O13 metadata is one schema, and so is a moment', () => {
    const { schemas } = document.components;
    const resources = Object.entries(schemas).filter(([name]) => name.endsWith('Resource'));
    for (const [, { properties }] of resources) {
      for (const [field, schema] of Object.entries(properties as Record<string, Node>)) {
        if (field === 'metadata') expect(schema).toMatchObject({ $ref: '#/components/schemas/Metadata' });
        if (field === 'created_at') expect(JSON.stringify(schema)).toContain('"#/components/schemas/Timestamp"');
      }
    }
    expect(schemas.Timestamp).toMatchObject({ type: 'integer' });
  });

  it('O14 has a server with a variable, the same two ways of sending a key for all, and opaque bearer keys', () => {
    expect(document.servers).toMatchObject([{ url: '{base_url}', variables: { base_url: { default: 'https://api.example.com' } } }]);
    expect(document.security).toEqual([{ bearer: [] }, { basic: [] }]);
    const anyKey = [...routes].filter(([, { security }]) => security === undefined).map(([route]) => route);
    expect(anyKey.toSorted()).toEqual(ANY_KEY);
    for (const { security } of routes.values()) {
      if (security === undefined) continue;
      const [scope = ''] = (security[0] as { bearer: Scope[] }).bearer;
      expect(SCOPES).toContain(scope);
      expect(security).toEqual([{ bearer: [scope] }, { basic: [] }]);
    }
    expect(text.includes('JWT')).toBe(false);
  });

  it('links every create to what can be done with its id', () => {
    const creates = [...routes].filter(([, { responses }]) => responses['201'] !== undefined);
    expect(creates.length).toBeGreaterThanOrEqual(6);
    for (const [route, { responses }] of creates) expect([route, Object.keys(responses['201']?.links ?? {})]).not.toEqual([route, []]);
    expect(routes.get('POST /v1/payments')?.responses['201']).toHaveProperty('links.capturePayment');
    const links = document.components.links ?? {};
    expect(links.capturePayment).toEqual({ operationId: 'capturePayment', parameters: { id: '$response.body#/id' } });
    expect(links.removePaymentMethod).toMatchObject({ parameters: { id: '$request.path.id', pm_id: '$response.body#/id' } });
    const ids = new Set([...routes.values()].map(({ operationId }) => operationId));
    for (const { operationId } of Object.values(links)) expect(ids).toContain(operationId);
  });

  it('has no reference that leads nowhere', () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(500);
    for (const [, kind, name] of references) expect(document.components).toHaveProperty([String(kind), String(name)]);
  });
});
