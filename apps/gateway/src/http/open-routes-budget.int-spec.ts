import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';

/** Milliseconds of the thread that all requests share. A fraction of it is the client of this test. */
const BUDGET_MS = 25;
/** What stands still for other reasons, such as a collection of garbage, does not do so each time. */
const TRIES = 4;

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  type?: unknown;
  format?: string;
}
interface Operation {
  security?: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Texts that take long to be judged: look-alikes, what grows when it is normalized, digits with separators, and what patterns go back over. */
const WORST = [
  '4@8({[</369&#!1/|0$5+7%2'.repeat(11).slice(0, 256),
  'p4$$w0rd|3@'.repeat(24).slice(0, 256),
  '0123456789'.repeat(26).slice(0, 256),
  'qwertyuiop[]asdf'.repeat(16),
  '\uFDFA'.repeat(1_000),
  '4 -'.repeat(20_000),
  '4111'.repeat(15_000),
  `${'a@'.repeat(20_000)}!`,
  `${'a.'.repeat(20_000)}@`,
  `${' '.repeat(50_000)}x`,
];

describe('what anybody may ask without a key', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    // Without limits each request is worked on: they bound how many there are, not what one may take.
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false', METRICS_ON_PUBLIC_PORT: 'true' } });
  });
  afterAll(() => gateway.stop());

  const schemaOf = ({ $ref, ...schema }: Schema): Schema =>
    $ref === undefined ? schema : (gateway.client.document.document.components.schemas[$ref.split('/').at(-1) ?? ''] as Schema);

  function openOperations(): [route: string, operation: Operation][] {
    const paths = Object.entries(gateway.client.document.document.paths as unknown as Record<string, Record<string, Operation>>);
    const all = paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
    );
    return all.filter(([, { security }]) => security === undefined);
  }

  /** Each field once with the worst text, beside usual values of the others. */
  function bodiesOf({ requestBody }: Operation, worst: string): [type: string, body: string][] {
    const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(requestBody?.content ?? {});
    const names = Object.keys(schemaOf(schema).properties ?? {});
    const usual = (name: string): string => (name.includes('email') ? 'asha@example.com' : 'vexed-plum otter at noon');
    return names.map((field) => {
      const fields = names.map((name): [string, string] => [name, name === field ? worst : usual(name)]);
      const isForm = type === 'application/x-www-form-urlencoded';
      return [type, isForm ? new URLSearchParams(fields).toString() : JSON.stringify(Object.fromEntries(fields))];
    });
  }

  async function send(method: string, path: string, body?: readonly [string, string]): Promise<void> {
    const headers = { origin: gateway.url, 'sec-fetch-site': 'same-origin', ...(body && { 'content-type': body[0] }) };
    const answer = await fetch(gateway.url + path, { method, headers, redirect: 'manual', ...(body && { body: body[1] }) });
    // Reading megabytes is work of the client.
    await answer.body?.cancel();
  }

  async function fastestMs(request: () => Promise<void>): Promise<number> {
    let fastest = Infinity;
    for (let tries = 0; tries < TRIES && fastest > BUDGET_MS; tries++) {
      const before = process.threadCpuUsage();
      await request();
      const { user, system } = process.threadCpuUsage(before);
      fastest = Math.min(fastest, (user + system) / 1_000);
    }
    return fastest;
  }

  function* requestsOf(route: string, operation: Operation, worst: string): Generator<Parameters<typeof send>> {
    const [method = '', pattern = ''] = route.split(' ');
    const inPath = pattern.replaceAll(/\{\w+\}/g, encodeURIComponent(worst).slice(0, 1_000).replace(/%.?$/, ''));
    const query = (operation.parameters ?? [])
      .filter((one) => one.in === 'query')
      .map(({ name }): [string, string] => [name, worst.slice(0, 1_000)]);
    const path = query.length > 0 ? `${inPath}?${new URLSearchParams(query).toString()}` : inPath;
    if (method === 'GET') yield [method, path];
    else for (const body of bodiesOf(operation, worst)) yield [method, path, body];
  }

  it.each(WORST)(`takes at most ${BUDGET_MS} ms of the event loop: %.30s`, async (worst) => {
    const operations = openOperations();
    expect(operations.length).toBeGreaterThan(50);
    const slow: [string, string, number][] = [];
    for (const [route, operation] of operations) {
      for (const request of requestsOf(route, operation, worst)) {
        const ms = await fastestMs(() => send(...request));
        if (ms > BUDGET_MS) slow.push([route, String(request.at(-1)).slice(0, 80), ms]);
      }
    }
    expect(slow).toEqual([]);
  });
});
