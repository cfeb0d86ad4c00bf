import type { FastifyReply } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ERRORS } from '#contracts';
import { escapeHtml } from '../../docs/html';
import { ApiError } from '../../http/api-error';
import { unavailable } from '../../http/unavailable';
import { PAGE_HEADERS } from './page-headers';

interface OAuthError {
  error: string;
  error_description?: string;
}

/** RFC 6749 has a name for what passes by itself (4.1.2.1). */
export const AWAY = {
  error: 'temporarily_unavailable',
  error_description: 'The database does not answer; the same request may be sent again.',
};

/** What a person is shown when nothing of the request says safely where to send the browser: never a redirect. */
export function renderOAuthError(context: KoaContextWithOIDC, error: OAuthError): void {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) context.set(name, value);
  context.type = 'html';
  context.body = errorPage(error);
}

/** The same in place of the question of an app: programs ask the API, people get no JSON. @throws whatever is no refusal. */
export function sendOAuthError(reply: FastifyReply, error: unknown): void {
  const away = unavailable(error);
  const refusal = away ?? error;
  if (!(refusal instanceof ApiError)) throw error;
  const { code, details, headers } = refusal;
  const named = { error: code, error_description: [details.message, details.hint].filter((text) => text !== undefined).join(' ') };
  void reply.code(ERRORS[code].status).headers({ ...headers, ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8' });
  void reply.send(errorPage(away === undefined ? named : AWAY));
}

function errorPage({ error, error_description: description }: OAuthError): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not possible</title></head><body><main>
<h1>The app cannot be connected</h1><p>${escapeHtml(description || error)}</p><p><code>${escapeHtml(error)}</code></p></main></body></html>`;
}
