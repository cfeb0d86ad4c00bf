import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One file of the portal, whole: there are few, and they are small. */
export interface PortalAsset {
  contentType: string;
  content: Buffer;
  /** Changes with the content. */
  etag: string;
}

/** The scripts, compiled from `client/`; the browser loads them as modules. */
export const PORTAL_SCRIPTS = [
  'actions.js',
  'api.js',
  'app.js',
  'browser.js',
  'delivery-views.js',
  'dialogs.js',
  'endpoint-views.js',
  'event-picker.js',
  'event-views.js',
  'form-values.js',
  'format.js',
  'health-chart.js',
  'html.js',
  'pages.js',
  'parts.js',
  'place.js',
  'routes.js',
  'shell.js',
] as const;

/** What lies in `assets/` as it is. */
export const PORTAL_FILES = ['portal.css', 'portal.svg'] as const;

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

const found = new Map<string, Promise<PortalAsset>>();

/** A file of the portal by its name, read once; undefined for any other name. @throws Error when the build has left it out. */
export function findPortalAsset(name: string): Promise<PortalAsset> | undefined {
  const folder = folderOf(name);
  if (folder === undefined) return undefined;
  const asset = found.get(name) ?? readAsset(join(__dirname, folder, name));
  found.set(name, asset);
  return asset;
}

function folderOf(name: string): string | undefined {
  if ((PORTAL_SCRIPTS as readonly string[]).includes(name)) return 'client';
  return (PORTAL_FILES as readonly string[]).includes(name) ? 'assets' : undefined;
}

async function readAsset(path: string): Promise<PortalAsset> {
  const content = await readFile(path);
  const contentType = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return { contentType, content, etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` };
}
