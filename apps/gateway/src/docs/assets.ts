import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** One file of the documentation, whole: there are few, and they are small. */
export interface Asset {
  contentType: string;
  content: Buffer;
}

const PAGE_CSS = `body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}
h2{margin:2rem 0 0;font-size:1.1rem}h2 a{color:inherit;text-decoration:none}code{font-family:ui-monospace,monospace}
section:target{background:#fff7d6}.facts{color:#555}.qr{margin:1rem 0}.qr svg{width:15rem;max-width:100%}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #ddd;padding:.3rem .5rem .3rem 0;text-align:left;vertical-align:top}`;

const START_JS = `window.onload = () => {
  window.ui = SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#swagger-ui', deepLinking: true });
};`;

const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** Everything that is served under `/docs/assets`. */
export const ASSET_NAMES = ['page.css', 'start.js', 'swagger-ui.css', 'swagger-ui-bundle.js'];

/** The files behind the documentation pages, read once. Swagger UI is served from here: no other host is asked. */
export async function loadAssets(): Promise<ReadonlyMap<string, Asset>> {
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  const [css, script] = await Promise.all([readFile(join(folder, 'swagger-ui.css')), readFile(join(folder, 'swagger-ui-bundle.js'))]);
  return new Map([
    ['page.css', { contentType: CSS, content: Buffer.from(PAGE_CSS) }],
    ['start.js', { contentType: JAVASCRIPT, content: Buffer.from(START_JS) }],
    ['swagger-ui.css', { contentType: CSS, content: css }],
    ['swagger-ui-bundle.js', { contentType: JAVASCRIPT, content: script }],
  ]);
}
