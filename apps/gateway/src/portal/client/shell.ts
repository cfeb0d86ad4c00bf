import { hashOf } from './place.ts';
import type { Place } from './place.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { button, field, textInput } from './parts.ts';

/** Whether a text looks like a key that the portal can use: one for servers. */
export function isUsableKey(text: string): boolean {
  return /^(sk|rk)_(test|live)_[0-9A-Za-z]{20,200}$/.test(text);
}

/** `test` or `live`, as a key says. */
export function modeOf(key: string): 'test' | 'live' {
  return key.split('_', 2)[1] === 'live' ? 'live' : 'test';
}

/** Asks for a key. It stays in this tab. */
export function signInPage(problem: string): Html {
  return html`<div class="sign-in">
    <form class="panel" data-form="sign-in">
      <h1 tabindex="-1">Hundi webhooks</h1>
      <p>Endpoints, deliveries and events of your account.</p>
      ${field('key', 'API key', {
        input: textInput('key', '', { type: 'password', placeholder: 'sk_test_… or rk_test_…', max: 200 }),
        hint: 'It stays in this tab until you close it or sign out, and goes to this server only, in a header. A restricted key with webhooks:read, webhooks:write and events:read is enough; the operator makes one with "npm run keys".',
      })}
      <p class="problem" role="alert">${problem}</p>
      <div class="actions end"><button type="submit" class="primary">Open</button></div>
    </form>
  </div>`;
}

const TABS = [
  ['endpoints', 'Endpoints', ['endpoints', 'endpoint', 'delivery']],
  ['events', 'Events', ['events', 'event']],
  ['types', 'Event types', ['types', 'type']],
] as const;

/** The bar above every page. */
export function topBar({ page }: Place, mode: 'test' | 'live'): Html {
  const tabs = TABS.map(([path, name, pages]) => {
    const current = (pages as readonly string[]).includes(page) ? html`aria-current="page"` : null;
    return html`<a href="${hashOf([path])}" ${current}>${name}</a>`;
  });
  return html`<a class="brand" href="#/endpoints">Hundi<span class="faint"> webhooks</span></a>
    <nav aria-label="Portal">${tabs}</nav>
    <span class="badge ${mode === 'live' ? 'bad' : 'warn'}">${mode} mode</span>${button('sign-out', 'Sign out')}`;
}

/** Instead of a page that could not be read. */
export function failurePage(message: string, requestId: string | null): Html {
  return html`<header class="head"><h1 tabindex="-1">That did not work</h1></header>
    <section class="panel">
      <p>${message}</p>
      ${requestId === null ? null : html`<p class="faint">Request <code>${requestId}</code></p>`}
      <div class="actions">${button('refresh', 'Try again', { kind: 'primary' })}</div>
    </section>`;
}
