import type { WebhookEndpointResource, WebhookHealthResource, WebhookReplayResource } from '#contracts';
import type { Page } from './api.ts';
import { percentText, wordText } from './format.ts';
import { html } from './html.ts';
import type { Html, Piece } from './html.ts';
import { badge, button, copyable, emptyState, facts, link, moment, time } from './parts.ts';
import type { ViewContext } from './parts.ts';

/** What tells the owner that an endpoint does not get what it should. */
const ALARMING = new Set<string | null>(['failing', 'gone', 'url_blocked', 'admin']);

/** Those that need attention: failing now, or disabled by another than the account. */
export function failingEndpoints(endpoints: readonly WebhookEndpointResource[]): WebhookEndpointResource[] {
  return endpoints.filter(({ failing_since_at, disabled_reason }) => failing_since_at !== null || ALARMING.has(disabled_reason));
}

/** The banner above every page while an endpoint fails (docs/reference/webhooks.md, Disabling and notices). */
export function failingBanner(endpoints: readonly WebhookEndpointResource[], context: ViewContext): Html | null {
  const failing = failingEndpoints(endpoints);
  if (failing.length === 0) return null;
  return html`<section class="callout bad banner" role="alert">
    <strong>${failing.length === 1 ? 'A webhook endpoint needs you' : `${failing.length} webhook endpoints need you`}</strong>
    <ul>
      ${failing.map((endpoint) => html`<li>${link(['endpoints', endpoint.id], endpoint.url)} ${plight(endpoint, context)}</li>`)}
    </ul>
  </section>`;
}

function plight({ disabled_reason: reason, disabled_at, failing_since_at }: WebhookEndpointResource, context: ViewContext): Html {
  if (reason !== null && ALARMING.has(reason))
    return html`was disabled ${time(disabled_at, context)}: ${PLIGHTS[reason] ?? wordText(reason)}`;
  return html`has failed since ${time(failing_since_at, context)}`;
}

const PLIGHTS: Readonly<Record<string, string>> = {
  failing: 'it failed for days.',
  gone: 'it answered 410 Gone.',
  url_blocked: 'its address is not allowed.',
  admin: 'the operator stopped it.',
};

/** All endpoints of the account in this mode. `healthById` lacks those whose health could not be read. */
export function endpointList(
  endpoints: readonly WebhookEndpointResource[],
  healthById: ReadonlyMap<string, WebhookHealthResource>,
  context: ViewContext,
): Html {
  const rows = endpoints.map((endpoint) => endpointRow(endpoint, healthById.get(endpoint.id), context));
  return html`<header class="head">
      <h1 tabindex="-1">Endpoints</h1>
      <div class="actions">${button('create-endpoint', 'Add endpoint', { kind: 'primary' })}</div>
    </header>
    ${
      rows.length === 0
        ? emptyState('No endpoints yet', 'Add the address of your receiver, choose events, and send it a ping.')
        : html`<div class="scroll">
            <table>
              <thead>
                <tr>
                  <th>Endpoint</th>
                  <th>Status</th>
                  <th>Breaker</th>
                  <th>Success, 24 h</th>
                  <th>Pending</th>
                  <th>Last attempt</th>
                </tr>
              </thead>
              <tbody>
                ${rows}
              </tbody>
            </table>
          </div>`
    }`;
}

function endpointRow(endpoint: WebhookEndpointResource, health: WebhookHealthResource | undefined, context: ViewContext): Html {
  const { last_delivery: last, description } = endpoint;
  return html`<tr>
    <td>
      ${link(['endpoints', endpoint.id], endpoint.url)}
      <p class="faint">${description ?? eventsText(endpoint.enabled_events)}</p>
    </td>
    <td>${statusBadge(endpoint)}</td>
    <td>${health === undefined ? '–' : badge(health.breaker)}</td>
    <td>${percentText(health?.success_rate.last_24_hours ?? null)}</td>
    <td>${health?.pending_deliveries ?? endpoint.pending_deliveries}</td>
    <td>${last === null ? html`<span class="faint">–</span>` : html`${last.status_code ?? 'no answer'} ${time(last.at, context)}`}</td>
  </tr>`;
}

function eventsText(events: readonly string[]): string {
  return events.includes('*') ? 'All events' : events.join(', ');
}

function statusBadge({ status, disabled_reason: reason, failing_since_at: failing }: WebhookEndpointResource): Html {
  if (reason !== null) return badge(status, `disabled: ${wordText(reason)}`);
  return failing === null ? badge(status) : badge('failed', 'failing');
}

/** The parts of the page of an endpoint that were made elsewhere. */
export interface EndpointParts {
  health: Html;
  deliveries: Html;
  replays: Html | null;
}

/** One endpoint: how it does, what it is set to, what was sent. */
export function endpointPage(endpoint: WebhookEndpointResource, parts: EndpointParts, context: ViewContext): Html {
  return html`<header class="head">
      <p class="crumbs">${link(['endpoints'], 'Endpoints')}</p>
      <h1 tabindex="-1"><code>${endpoint.url}</code> ${statusBadge(endpoint)}</h1>
      <div class="actions">${endpointActions(endpoint)}</div>
    </header>
    ${disabledNote(endpoint, context)}${parts.health}
    <section class="panel" aria-labelledby="settings-title">
      <h2 id="settings-title">Settings</h2>
      ${settings(endpoint)}
    </section>
    ${parts.replays}
    <section aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">Deliveries</h2>
      ${parts.deliveries}
    </section>`;
}

function endpointActions({ id, status }: WebhookEndpointResource): Piece {
  const toggle =
    status === 'enabled' ? button('disable-endpoint', 'Disable', { id }) : button('enable-endpoint', 'Enable', { id, kind: 'primary' });
  return [
    button('ping', 'Ping', { id, kind: status === 'enabled' ? 'primary' : '' }),
    button('replay', 'Replay', { id }),
    button('rotate', 'Rotate secret', { id }),
    button('edit-endpoint', 'Edit', { id }),
    toggle,
    button('delete-endpoint', 'Delete', { id, kind: 'danger' }),
    button('refresh', 'Refresh'),
  ];
}

function disabledNote({ id, disabled_reason: reason, disabled_at: since }: WebhookEndpointResource, context: ViewContext): Html | null {
  if (reason === null) return null;
  return html`<p class="callout warn">
    Disabled ${time(since, context)} (${wordText(reason)}). It gets nothing. Enable it, then replay what was missed since.
    ${button('replay', 'Replay what was missed', { id, kind: 'missed' })}
  </p>`;
}

function settings(endpoint: WebhookEndpointResource): Html {
  const { previous_secret_expires_at: grace, metadata } = endpoint;
  return facts([
    ['Id', copyable(endpoint.id)],
    ['Events', endpoint.enabled_events.map((event) => html`<code class="chip">${event}</code> `)],
    ['Description', endpoint.description ?? '–'],
    [
      'Secret',
      html`<code>whsec_…${endpoint.secret_hint}</code
        >${grace === null ? null : html` <span class="faint">an earlier one signs until ${moment(grace)}</span>`}`,
    ],
    ['Signatures', endpoint.signing],
    ['Order', endpoint.ordering === 'none' ? 'as fast as possible' : 'one after the other for each object'],
    [
      'At most',
      html`${endpoint.max_in_flight} at once${endpoint.rate_per_second === null ? null : `, ${endpoint.rate_per_second} a second`}`,
    ],
    ['Time-out', `${endpoint.timeout_ms} ms`],
    ['Own headers', endpoint.header_names.join(', ') || '–'],
    ['Version', endpoint.api_version],
    [
      'Metadata',
      Object.keys(metadata).length === 0
        ? '–'
        : Object.entries(metadata).map(([name, value]) => html`<code class="chip">${name}: ${String(value)}</code> `),
    ],
    ['Created', moment(endpoint.created_at)],
  ]);
}

/** The replays of an endpoint, the newest first; nothing when there are none. */
export function replayPanel(page: Page<WebhookReplayResource>, endpointId: string, context: ViewContext): Html | null {
  const own = page.data.filter(({ webhook_endpoint_id }) => webhook_endpoint_id === endpointId);
  if (own.length === 0) return null;
  return html`<section aria-labelledby="replays-title">
    <h2 id="replays-title">Replays</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>Replay</th>
            <th>Status</th>
            <th>Which</th>
            <th>Window</th>
            <th>Matched</th>
            <th>Sent again</th>
            <th></th>
          </tr>
        </thead>
        <tbody>
          ${own.map((replay) => replayRow(replay, context))}
        </tbody>
      </table>
    </div>
  </section>`;
}

function replayRow(replay: WebhookReplayResource, context: ViewContext): Html {
  const isOpen = replay.status === 'queued' || replay.status === 'running';
  return html`<tr>
    <td>${copyable(replay.id)}</td>
    <td>
      ${badge(replay.status)}${replay.failure_reason === null ? null : html` <span class="faint">${wordText(replay.failure_reason)}</span>`}
    </td>
    <td>${replay.include}${replay.types.length === 0 ? null : `: ${replay.types.join(', ')}`}</td>
    <td>${time(replay.since, context)} – ${replay.until === null ? 'its start' : time(replay.until, context)}</td>
    <td>${replay.matched}</td>
    <td>${replay.enqueued}</td>
    <td>${isOpen ? button('cancel-replay', 'Cancel', { id: replay.id }) : null}</td>
  </tr>`;
}
