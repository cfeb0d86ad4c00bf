import type { EventTypeResource, WebhookEndpointResource, WebhookPingResource } from '#contracts';
import { eventPicker } from './event-picker.ts';
import { html } from './html.ts';
import type { Html, Piece } from './html.ts';
import { badge, copyable, field, select, textInput } from './parts.ts';

/** A dialog with a form. The key makes that sending it twice changes nothing more. */
function formDialog(
  form: string,
  title: string,
  { id = '', body, submit, danger = false }: { id?: string; body: Piece; submit: string; danger?: boolean },
): Html {
  return html`<form data-form="${form}" data-id="${id}" aria-labelledby="dialog-title" novalidate>
    <h2 id="dialog-title" tabindex="-1">${title}</h2>
    ${body}
    <p class="problem" data-problem="" role="alert"></p>
    <div class="actions end">
      <button type="button" data-action="close-dialog">Close</button>
      <button type="submit" class="${danger ? 'danger' : 'primary'}">${submit}</button>
    </div>
  </form>`;
}

/** What an endpoint is set to, as its form shows it. */
type EndpointSettings = Pick<
  WebhookEndpointResource,
  'id' | 'url' | 'description' | 'enabled_events' | 'ordering' | 'signing' | 'timeout_ms' | 'max_in_flight' | 'rate_per_second'
>;

const FRESH: EndpointSettings = {
  id: '',
  url: '',
  description: null,
  enabled_events: ['*'],
  ordering: 'none',
  signing: 'v1',
  timeout_ms: 15_000,
  max_in_flight: 16,
  rate_per_second: null,
};

/** Adding an endpoint, or changing one. */
export function endpointDialog(types: readonly EventTypeResource[], endpoint: WebhookEndpointResource | null): Html {
  const body = settingsFields(types, endpoint ?? FRESH, endpoint === null ? SINCE_FIELD : null);
  if (endpoint === null) return formDialog('create-endpoint', 'Add endpoint', { body, submit: 'Add endpoint' });
  return formDialog('edit-endpoint', 'Edit endpoint', { id: endpoint.id, body, submit: 'Save' });
}

function settingsFields(types: readonly EventTypeResource[], endpoint: EndpointSettings, more: Html | null): Html {
  return html`${field('url', 'URL of your receiver', {
      input: textInput('url', endpoint.url, { type: 'url', placeholder: 'https://shop.example.com/hooks/hundi' }),
      hint: 'https on port 443 or 8443. In test mode the operator may allow addresses on this machine.',
    })}
    ${field('description', 'Description', { input: textInput('description', endpoint.description ?? '', { max: 255 }) })}
    ${eventPicker(types, endpoint.enabled_events)}
    <details>
      <summary>More settings</summary>
      ${field('ordering', 'Order', { input: select('ordering', ORDERINGS, endpoint.ordering) })}
      ${field('signing', 'Signatures', { input: select('signing', SIGNINGS, endpoint.signing) })}
      ${number('timeout_ms', 'Time-out in milliseconds', endpoint.timeout_ms)}
      ${number('max_in_flight', 'At once, at most', endpoint.max_in_flight)}
      ${number('rate_per_second', 'A second, at most', endpoint.rate_per_second ?? '', 'Empty for no limit.')} ${more}
    </details>`;
}

const ORDERINGS = [
  ['none', 'As fast as possible'],
  ['resource', 'One after the other for each object'],
] as const;
const SIGNINGS = [
  ['v1', 'v1: HMAC-SHA256'],
  ['v1a', 'v1a: ed25519'],
  ['both', 'both'],
] as const;
const SINCE_FIELD = field('start_from', 'Also bring what happened since', {
  input: textInput('start_from', '', { type: 'datetime-local' }),
  hint: 'At most 30 days back. Empty for new events only.',
});

function number(name: string, label: string, value: number | string, hint?: string): Html {
  return field(name, label, { input: textInput(name, String(value), { type: 'number', max: 6 }), hint });
}

/** A secret, this once. */
export function secretDialog(secret: string | null, title: string): Html {
  return html`<div aria-labelledby="dialog-title">
    <h2 id="dialog-title" tabindex="-1">${title}</h2>
    <p>Keep the secret where your receiver finds it, and nowhere else. <strong>It is shown this once.</strong></p>
    <p class="secret">${secret === null ? '–' : copyable(secret)}</p>
    <p class="hint">Your receiver verifies the header <code>webhook-signature</code> with it, by any library of Standard Webhooks.</p>
    <div class="actions end"><button type="button" class="primary" data-action="close-dialog">I have kept it</button></div>
  </div>`;
}

/** A new secret, with the time that the present one goes on. */
export function rotateDialog(id: string): Html {
  const periods = [
    ['0', 'At once: the present one has leaked'],
    ['3600', '1 hour'],
    ['86400', '24 hours'],
    ['604800', '7 days'],
  ] as const;
  return formDialog('rotate', 'Rotate the secret', {
    id,
    submit: 'Rotate',
    body: html`<p>The new secret signs at once. Deliveries carry a signature of the present one too, until it ends.</p>
      ${field('grace_period_seconds', 'The present secret ends', { input: select('grace_period_seconds', periods, '86400') })}`,
  });
}

/** One signed event now. */
export function pingDialog(id: string, types: readonly EventTypeResource[]): Html {
  const words = types.map(({ name }) => [name, name] as const);
  return formDialog('ping', 'Ping', {
    id,
    submit: 'Send',
    body: html`<p>Sends one signed example now and waits for the answer. It is in no statistics.</p>
      ${field('type', 'Event type', { input: select('type', words, 'webhook_endpoint.ping') })}
      <div id="ping-result" aria-live="polite"></div>`,
  });
}

/** What a ping came to. */
export function pingResult(ping: WebhookPingResource): Html {
  const code = ping.status_code === null ? 'no answer' : `HTTP ${ping.status_code}`;
  const tone = ping.status === 'succeeded' ? 'good' : 'bad';
  return html`<p class="callout ${tone}">${badge(ping.status)} ${code} after ${ping.duration_ms} ms ${ping.error_message}</p>`;
}

/** Past events again. @param include what is chosen first. */
export function replayDialog(
  id: string,
  types: readonly EventTypeResource[],
  { include, since }: { include: string; since: string },
): Html {
  const scopes = [
    ['failed', 'Deliveries that failed for good'],
    ['missed', 'What was missed while it was disabled or not there'],
    ['all', 'Every event that the endpoint wants'],
  ] as const;
  return formDialog('replay', 'Replay', {
    id,
    submit: 'Start the replay',
    body: html`<p>Brings past events again, behind live traffic. Your receiver drops what it has, by <code>webhook-id</code>.</p>
      ${field('include', 'Which', { input: select('include', scopes, include) })}
      ${field('since', 'Since', { input: textInput('since', since, { type: 'datetime-local' }), hint: 'At most 30 days back.' })}
      ${field('until', 'Until', { input: textInput('until', '', { type: 'datetime-local' }), hint: 'Empty: until now.' })}
      ${field('types', 'Only this type', {
        input: select('types', [['', 'Every type that it wants'], ...types.map(({ name }) => [name, name] as const)], ''),
      })}
      ${field('resource_id', 'Only about this object', { input: textInput('resource_id', '', { max: 64, placeholder: 'pay_…' }) })}`,
  });
}

/** Something that is asked once more before it is done. */
export function confirmDialog(form: string, id: string, { title, body, submit }: { title: string; body: string; submit: string }): Html {
  return formDialog(form, title, { id, submit, danger: true, body: html`<p>${body}</p>` });
}
