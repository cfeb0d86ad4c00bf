import { request } from 'undici';
import { hundiUnderTest } from '#testing';
import { ApiClient } from '../../../test/api-client';
import { PAGE_ASSETS } from './page-assets';

const hundi = hundiUnderTest();
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

describe('GET /dashboard/assets/{file}', () => {
  let client: ApiClient;
  beforeAll(async () => {
    client = await ApiClient.connect(hundi.baseUrl);
  });

  it.each(PAGE_ASSETS.names)('200: %s is built and served', async (name) => {
    const { status, headers, text } = await client.get(`/dashboard/assets/${name}`);
    expect([status, text.length > 0, headers['x-content-type-options']]).toEqual([200, true, 'nosniff']);
    expect(headers['content-type']).toBe(TYPES[name.slice(name.lastIndexOf('.') + 1)]);
    const imported = [...text.matchAll(/(?:from |import\()["'](\.[^"']+)["']/g)].map(([, path]) => path);
    expect(PAGE_ASSETS.names.map((script) => `./${script}`)).toEqual(expect.arrayContaining(imported));
  });

  it('200: the words for phrases are 7776, each once', async () => {
    const { text } = await client.get('/dashboard/assets/words.js');
    const words = /^export const WORDS = "([^"]+)"/.exec(text)?.[1]?.split(' ') ?? [];
    expect([words.length, new Set(words).size, words.every((word) => /^[a-z-]{3,9}$/.test(word))]).toEqual([7_776, 7_776, true]);
  });

  it('304: for a browser with the present file', async () => {
    const { headers } = await client.get('/dashboard/assets/api.js');
    const again = await request(`${hundi.baseUrl}/dashboard/assets/api.js`, { headers: { 'if-none-match': String(headers['etag']) } });
    expect([again.statusCode, await again.body.text()]).toEqual([304, '']);
  });
});
