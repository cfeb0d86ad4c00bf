import type { WebhookAttemptResource, WebhookDeliveryResource } from '#contracts';
import type { Page } from './api.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { wordText } from './format.ts';
import { badge, button, codeBlock, copyable, emptyState, facts, link, moment, pager, select, time } from './parts.ts';
import type { ViewContext } from './parts.ts';

/** The states a delivery can be in, as the filter offers them. */
const STATUSES = ['pending', 'retrying', 'succeeded', 'exhausted', 'expired', 'cancelled'] as const;

/** The form above a list of deliveries. It changes the address, so that a filtered list can be sent to a colleague. */
export function deliveryFilters(query: Readonly<Record<string, string>>, types: readonly string[]): Html {
  const statuses = STATUSES.map((status) => [status, wordText(status)] as const);
  return html`<form class="filters" data-form="filter" aria-label="Filter deliveries">
    <label class="sr" for="field-status">Status</label>${select('status', [['', 'Every status'], ...statuses], query['status'] ?? '')}
    <label class="sr" for="field-type">Event type</label>${select(
      'type',
      [['', 'Every event type'], ...types.map((type) => [type, type] as const)],
      query['type'] ?? '',
    )} <label class="sr" for="field-resource">Object id</label
    ><input id="field-resource" name="resource" value="${query['resource']}" placeholder="Object id, pay_…" maxlength="64" />
    <button type="submit">Filter</button>
  </form>`;
}

/** A page of deliveries. `path` is the place of the list, `withEndpoint` shows where each went. */
export function deliveryTable(
  page: Page<WebhookDeliveryResource>,
  { path, query, withEndpoint = false }: { path: readonly string[]; query: Readonly<Record<string, string>>; withEndpoint?: boolean },
  context: ViewContext,
): Html {
  if (page.data.length === 0) return emptyState('No deliveries', 'Nothing was sent that fits. Ping the endpoint, or make a test payment.');
  return html`<div class="scroll">
      <table>
        <thead>
          <tr>
            <th>Event</th>
            <th>Object</th>
            ${withEndpoint ? html`<th>Endpoint</th>` : null}
            <th>Status</th>
            <th>Answer</th>
            <th>Attempts</th>
            <th>Created</th>
          </tr>
        </thead>
        <tbody>
          ${page.data.map((delivery) => deliveryRow(delivery, withEndpoint, context))}
        </tbody>
      </table>
    </div>
    ${pager(path, query, page.next_cursor)}`;
}

function deliveryRow(delivery: WebhookDeliveryResource, withEndpoint: boolean, context: ViewContext): Html {
  const { webhook_endpoint_id: endpointId } = delivery;
  return html`<tr>
    <td>${link(['deliveries', delivery.id], delivery.event_type)}</td>
    <td><code>${delivery.resource_id}</code></td>
    ${withEndpoint ? html`<td>${link(['endpoints', endpointId], html`<code>${endpointId}</code>`)}</td>` : null}
    <td>${statusOf(delivery)}</td>
    <td>${answerOf(delivery)}</td>
    <td>${delivery.attempt_count}</td>
    <td>${time(delivery.created_at, context)}</td>
  </tr>`;
}

function statusOf({ status, held, trigger }: WebhookDeliveryResource): Html {
  const by = trigger === 'auto' ? null : html` <span class="faint">${trigger === 'manual' ? 'resent' : 'replayed'}</span>`;
  return html`${badge(status, held ? 'held' : status)}${by}`;
}

function answerOf({ last_status_code: code, last_error_code: error }: WebhookDeliveryResource): Html {
  if (code === null && error === null) return html`<span class="faint">–</span>`;
  return html`${code}${error === null ? null : html` <span class="faint">${wordText(error)}</span>`}`;
}

/** One delivery with its attempts, the newest first. */
export function deliveryPage(delivery: WebhookDeliveryResource, attempts: Page<WebhookAttemptResource>, context: ViewContext): Html {
  const { id, webhook_endpoint_id: endpointId, event_id: eventId, status } = delivery;
  const isOpen = status === 'pending' || status === 'retrying';
  return html`<header class="head">
      <p class="crumbs">${link(['endpoints'], 'Endpoints')} / ${link(['endpoints', endpointId], endpointId)}</p>
      <h1 tabindex="-1">${delivery.event_type} ${badge(delivery.status, delivery.held ? 'held' : delivery.status)}</h1>
      <div class="actions">
        ${button('resend', 'Resend', { id, kind: 'primary' })}${isOpen ? button('cancel-delivery', 'Cancel', { id }) : null}${button('refresh', 'Refresh')}
      </div>
    </header>
    <section class="panel">
      ${facts([
        ['Delivery', copyable(id)],
        ['Event', link(['events', eventId], html`<code>${eventId}</code>`)],
        ['Object', copyable(delivery.resource_id)],
        ['Sequence', delivery.sequence],
        ['Created', moment(delivery.created_at)],
        ['Next attempt', time(delivery.next_attempt_at, context)],
        ['Ended', moment(delivery.ended_at)],
        ['Cancelled because', delivery.cancellation_reason === null ? '–' : wordText(delivery.cancellation_reason)],
      ])}
    </section>
    <h2>Attempts</h2>
    ${attempts.data.length === 0 ? emptyState('No attempt yet', 'The first one is on its way.') : attempts.data.map(attemptPanel)}
    ${pager(['deliveries', id], {}, attempts.next_cursor)}`;
}

/** One attempt: what was sent, what came back. A receiver may have answered with anything; it is shown as text. */
export function attemptPanel(attempt: WebhookAttemptResource, index: number): Html {
  const { request, response } = attempt;
  const code = response.status_code === null ? 'no answer' : `HTTP ${response.status_code}`;
  return html`<details class="panel attempt" data-key="${attempt.id}" ${index === 0 ? OPEN : null}>
    <summary>
      <span>#${attempt.number}</span>${badge(attempt.status)}<span>${code}</span><span>${attempt.timings.total_ms} ms</span
      ><span class="faint">${moment(attempt.created_at)}</span>
    </summary>
    ${attempt.error_message === null ? null : html`<p class="callout bad">${attempt.error_message}</p>`}
    <div class="columns">
      <section>
        <h3>Request</h3>
        <p class="faint">POST ${request.url}</p>
        ${headerTable(request.headers)}
        ${request.body === null ? html`<p class="faint">The event is not kept any more.</p>` : codeBlock(request.body, 'Body sent')}
      </section>
      <section>
        <h3>Response</h3>
        <p class="faint">${code}${response.truncated ? `, cut after ${response.body_bytes} bytes` : `, ${response.body_bytes} bytes`}</p>
        ${headerTable(response.headers)}
        ${response.body === null ? html`<p class="faint">No body kept.</p>` : codeBlock(response.body, 'Body received')}
      </section>
    </div>
    ${timings(attempt)}
  </details>`;
}

const OPEN = html`open`;

function headerTable(headers: Readonly<Record<string, string | null>>): Html | null {
  const rows = Object.entries(headers);
  if (rows.length === 0) return null;
  return html`<dl class="headers">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value ?? '–'}</dd>
        </div>`,
    )}
  </dl>`;
}

function timings({ timings: parts, retry_after: retryAfter, next_attempt_at: next }: WebhookAttemptResource): Html {
  const named = [
    ['name', parts.dns_ms],
    ['connect', parts.connect_ms],
    ['TLS', parts.tls_ms],
    ['first byte', parts.ttfb_ms],
    ['total', parts.total_ms],
  ] as const;
  const known = named.flatMap(([name, duration]) => (duration === null ? [] : [`${name} ${duration} ms`]));
  const retry = retryAfter === null ? null : html` · asked to wait ${retryAfter} s`;
  return html`<p class="faint">${known.join(' · ')}${retry}${next === null ? null : html` · next attempt ${moment(next)}`}</p>`;
}
