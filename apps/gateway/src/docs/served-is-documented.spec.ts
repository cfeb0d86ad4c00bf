import { API_VERSION, ERRORS } from '#contracts';
import { ServedRoutes } from '../http/served-routes';
import { gatewayToDescribe, type DescribedGateway } from '../../test/gateway-to-describe';

type Operation = {
  operationId: string;
  security?: object[];
  parameters?: object[];
  responses: Record<string, { headers?: object; content?: object }>;
};

describe('the document', () => {
  let gateway: DescribedGateway;
  let document: { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };
  const operations = (): [string, Operation][] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
    );

  beforeAll(async () => {
    gateway = await gatewayToDescribe();
    document = JSON.parse(gateway.document.strict().toString()) as typeof document;
  });
  afterAll(async () => {
    await gateway.app.close();
  });

  it('says that a hosted page answers with a page, whatever stands in the way, and that only its form can be refused', () => {
    for (const path of ['/checkout/{id}', '/invoice/{id}', '/authorize/{id}', '/sandbox/pay/{id}', '/sandbox/kyc/{id}']) {
      const { get, post } = document.paths[path] ?? {};
      for (const responses of [get?.responses, post?.responses]) {
        const types = Object.entries(responses ?? {}).flatMap(([status, { content }]) =>
          status === '303' ? [] : Object.keys(content ?? {}),
        );
        expect(types.length).toBeGreaterThan(6);
        expect(new Set(types)).toEqual(new Set(['text/html']));
      }
      expect(post?.responses).toHaveProperty('400');
      expect(get?.responses).not.toHaveProperty('400');
    }
  });

  it('comes from a server with every limit set', () => {
    const server = gateway.app.getHttpServer();
    expect(server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      timeout: 30_000,
      keepAliveTimeout: 72_000,
      maxRequestsPerSocket: 10_000,
    });
  });

  it('lists exactly the routes that are served', () => {
    const served = gateway.app
      .get(ServedRoutes, { strict: false })
      .list()
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
    expect(operations().map(([route]) => route)).toEqual(expect.arrayContaining(served));
    expect(served).toEqual(expect.arrayContaining(operations().map(([route]) => route)));
  });

  it('is OpenAPI 3.1, in which null is a type and not an adjective', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });

  it('has an operation id for every route, each its own', () => {
    const ids = operations().map(([, operation]) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('lists for every route with a key the errors that a key can meet', () => {
    const withKey = operations().filter(([, operation]) => operation.security !== undefined);
    const open = [
      'GET /v1/openapi.json',
      'GET /v1/openapi.strict.json',
      'POST /v1/processor_webhooks/{processor}',
      'POST /v1/kyc_webhooks/{provider}',
      'POST /v1/api_keys/report_leak',
    ];
    const closed = operations().filter(([route]) => route.includes(' /v1/') && !open.includes(route));
    expect(withKey.map(([route]) => route)).toEqual(closed.map(([route]) => route));
    for (const [, operation] of withKey) {
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['400', '401', '403', '429', '500', '503']));
    }
  });

  it('takes an Idempotency-Key wherever something changes', () => {
    const asks = 'POST /v1/payment_methods/validate_vpa';
    const writes = operations().filter(([route, { security }]) => security !== undefined && !route.startsWith('GET ') && route !== asks);
    expect(writes.length).toBeGreaterThan(5);
    for (const [, { parameters, responses }] of writes) {
      expect(parameters).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Idempotency-Key', in: 'header' })]));
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '409', '422']));
    }
  });

  it('takes an API-Version wherever there is a key, and names the published ones', () => {
    const header = { name: 'API-Version', in: 'header', required: false, schema: { type: 'string', enum: [API_VERSION] } };
    for (const [, { parameters }] of operations().filter(([, { security }]) => security !== undefined)) {
      expect(parameters).toContainEqual(expect.objectContaining(header));
    }
  });

  it('says of every text in a query of the API that it must not hold NUL, which no database keeps', () => {
    type Text = { type?: unknown; enum?: unknown; pattern?: string; format?: unknown; propertyNames?: Text; additionalProperties?: Text };
    const isOpen = ({ type, format, ...bounds }: Text): boolean => type === 'string' && bounds.enum === undefined && format === undefined;
    const inQuery = operations().flatMap(
      ([route, { parameters = [] }]) => (route.includes(' /v1/') ? parameters : []) as { in: string; schema: Text }[],
    );
    const schemas = inQuery.filter((parameter) => parameter.in === 'query').map(({ schema }) => schema);
    const texts = schemas
      .flatMap((schema) => [schema, schema.propertyNames, schema.additionalProperties])
      .filter((text) => text && isOpen(text));
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter((text) => new RegExp(text?.pattern ?? '').test('a\u0000b'))).toEqual([]);
  });

  it('says that every answer carries Request-Id and API-Version', () => {
    for (const [, operation] of operations()) {
      for (const response of Object.values(operation.responses)) {
        expect(response.headers).toHaveProperty('Request-Id.required', true);
        expect(response.headers).toHaveProperty(
          'API-Version',
          expect.objectContaining({ required: true, schema: { type: 'string', enum: [API_VERSION] } }),
        );
      }
    }
  });

  it('names every error code', () => {
    const text = JSON.stringify(document.components);
    for (const code of Object.keys(ERRORS)) expect(text).toContain(`"${code}"`);
  });

  it('has no reference that leads nowhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    expect(references.length).toBeGreaterThan(0);
    for (const name of references) expect(document).toHaveProperty(['components', 'schemas', String(name)]);
  });
});
