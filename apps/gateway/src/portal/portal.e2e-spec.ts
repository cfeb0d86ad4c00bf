import { request } from 'undici';
import { hundiUnderTest } from '#testing';
import { ApiClient } from '../../test/api-client';
import { ROUTES } from './client/routes';
import { PORTAL_FILES, PORTAL_SCRIPTS } from './portal-assets';

const hundi = hundiUnderTest();

describe('GET /portal', () => {
  let client: ApiClient;
  beforeAll(async () => {
    client = await ApiClient.connect(hundi.baseUrl);
  });

  it('200: a page that may run its own scripts and nothing else', async () => {
    const { status, headers, text } = await client.get('/portal');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers['set-cookie']).toBeUndefined();
    expect(text).toContain('/portal/assets/app.js');
  });

  it.each([...PORTAL_SCRIPTS, ...PORTAL_FILES])('200: %s is built and served', async (name) => {
    const { status, headers, text } = await client.get(`/portal/assets/${name}`);
    expect([status, text.length > 0, headers['x-content-type-options']]).toEqual([200, true, 'nosniff']);
    const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', svg: 'image/svg+xml' };
    expect(headers['content-type']).toBe(types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types]);
  });

  it('200: every module finds those it imports', async () => {
    for (const name of PORTAL_SCRIPTS) {
      const { text } = await client.get(`/portal/assets/${name}`);
      const imported = [...text.matchAll(/from ["']([^"']+)["']/g)].map(([, path]) => path);
      for (const path of imported) expect(PORTAL_SCRIPTS.map((script) => `./${script}`)).toContain(path);
    }
  });

  it('304: for a client with the present file, and 200 for one with another', async () => {
    const { headers } = await client.get('/portal/assets/app.js');
    const etag = String(headers['etag']);
    const same = await request(`${hundi.baseUrl}/portal/assets/app.js`, { headers: { 'if-none-match': etag } });
    expect([same.statusCode, await same.body.text()]).toEqual([304, '']);
    expect((await client.get('/portal/assets/app.js', { headers: { 'if-none-match': '"old"' } })).status).toBe(200);
  });

  it.each(['app.ts', 'html.spec.js', '..%2fportal-page.js', '__proto__'])('404: %s is no file of it', async (name) => {
    expect((await client.get(`/portal/assets/${name}`)).status).toBe(404);
  });

  it('calls only routes of the public API that are documented', () => {
    const { paths } = client.document.document;
    for (const route of Object.values(ROUTES)) {
      const [method = '', path = ''] = route.split(' ');
      expect([route, paths[path]?.[method.toLowerCase()] !== undefined]).toEqual([route, true]);
    }
  });
});
