import type { KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml } from '../../docs/html';
import { PAGE_HEADERS } from './page-headers';

interface OAuthError {
  error: string;
  error_description?: string;
}

/** What a person is shown when nothing of the request says safely where to send the browser: never a redirect. */
export function renderOAuthError(context: KoaContextWithOIDC, { error, error_description: description }: OAuthError): void {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) context.set(name, value);
  context.type = 'html';
  context.body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not possible</title></head><body><main>
<h1>The app cannot be connected</h1><p>${escapeHtml(description ?? error)}</p><p><code>${escapeHtml(error)}</code></p></main></body></html>`;
}
