import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { hundiUnderTest } from '#testing';

const hundi = hundiUnderTest();

/** The document as bytes, as a client without a key asks for it. */
async function getDocument(headers: Record<string, string> = {}, path = '/v1/openapi.json') {
  const answer = await request(hundi.baseUrl + path, { headers });
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

describe('GET /v1/openapi.json', () => {
  it('is at most 6,000 bytes an operation without compression, with an ETag', async () => {
    const { status, headers, bytes } = await getDocument();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]+"$/) as string,
      vary: 'Accept-Encoding',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('content-encoding');
    const document = JSON.parse(bytes.toString()) as { openapi: string; paths: object };
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values(document.paths).reduce<number>((sum, methods: object) => sum + Object.keys(methods).length, 0);
    expect(bytes.length).toBeLessThanOrEqual(operations * 6_000);
  });

  it.each([
    ['gzip', 'gzip, deflate', gunzipSync],
    ['br', 'gzip, deflate, br;q=0.9', brotliDecompressSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
  ] as const)('is sent as %s to a client that takes %s', async (coding, accepted, open) => {
    const plain = await getDocument();
    const { headers, bytes } = await getDocument({ 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(coding);
    expect(open(bytes)).toEqual(plain.bytes);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 4);
  });

  it.each(['%', 'W/%', '"other", %', '*'])('is 304 without a body for a client that has it: If-None-Match: %s', async (form) => {
    const { headers } = await getDocument();
    const again = await getDocument({ 'if-none-match': form.replace('%', String(headers.etag)) });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
  });

  it('is sent to a client that has another', async () => {
    expect((await getDocument({ 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('GET /v1/openapi.strict.json', () => {
  it('has every route of the server and the rules between the fields of a body', async () => {
    const { status, bytes } = await getDocument({}, '/v1/openapi.strict.json');
    expect(status).toBe(200);
    expect(JSON.parse(bytes.toString())).toMatchObject({
      paths: { '/health/live': {}, '/checkout/{id}': {} },
      components: { schemas: { CreatePaymentDto: { anyOf: expect.any(Array) as unknown[] } } },
    });
  });
});
