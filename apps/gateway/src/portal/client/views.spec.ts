import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { EventResource, EventTypeResource, WebhookAttemptResource, WebhookDeliveryResource } from '#contracts';
import type { WebhookEndpointResource, WebhookHealthResource, WebhookPingResource, WebhookReplayResource } from '#contracts';
import { attemptPanel, deliveryFilters, deliveryPage, deliveryTable } from './delivery-views';
import { endpointDialog, pingDialog, pingResult, replayDialog, secretDialog } from './dialogs';
import { endpointList, endpointPage, failingBanner, failingEndpoints, replayPanel } from './endpoint-views';
import { eventList, eventPage, typeList, typePage } from './event-views';
import { healthChart, healthPanel } from './health-chart';
import { escapeText, html } from './html';
import type { Html } from './html';
import { failurePage, signInPage, topBar } from './shell';

const NOW = 1_795_253_400;
const context = { now: NOW };

/** Objects in which every text that anybody but us can choose is `word`. */
function objectsOf(word: string) {
  const endpoint = {
    id: word,
    url: word,
    description: word,
    enabled_events: [word],
    status: 'disabled',
    disabled_reason: 'failing',
    disabled_at: NOW,
    failing_since_at: NOW,
    metadata: { [word]: word },
    secret_hint: word,
    header_names: [word],
    api_version: '2026-11-21',
    signing: 'v1',
    ordering: 'none',
    max_in_flight: 16,
    rate_per_second: null,
    timeout_ms: 15_000,
    previous_secret_expires_at: NOW,
    pending_deliveries: 1,
    last_delivery: { at: NOW, status_code: 500 },
    created_at: NOW,
    sequence: 1,
  } as unknown as WebhookEndpointResource;
  const delivery = {
    id: word,
    webhook_endpoint_id: word,
    event_id: word,
    event_type: word,
    resource_id: word,
    sequence: 1,
    status: 'exhausted',
    trigger: 'manual',
    held: false,
    cancellation_reason: null,
    attempt_count: 4,
    last_status_code: 500,
    last_error_code: word,
    next_attempt_at: null,
    created_at: NOW,
    ended_at: NOW,
  } as unknown as WebhookDeliveryResource;
  const attempt = {
    id: word,
    number: 1,
    status: 'failed',
    error_message: word,
    request: { url: word, headers: { [word]: word, 'webhook-signature': null }, body: word },
    response: { status_code: 500, headers: { [word]: word }, body: word, body_bytes: 3, truncated: true },
    timings: { total_ms: 1, dns_ms: null, connect_ms: 1, tls_ms: null, ttfb_ms: 1 },
    retry_after: 2,
    next_attempt_at: NOW,
    created_at: NOW,
  } as unknown as WebhookAttemptResource;
  const type = {
    name: word,
    description: word,
    resource_type: word,
    explicit_only: false,
    schema: { [word]: word },
    example: { [word]: word },
  };
  const event = {
    id: word,
    type: word,
    sequence: 1,
    created_at: NOW,
    resource: { type: word, id: word },
    request: { id: word },
    data: { word },
  };
  const replay = { id: word, webhook_endpoint_id: word, status: 'failed', failure_reason: word, include: word, types: [word], since: NOW, until: null, matched: 1, enqueued: 1 }; // prettier-ignore
  return {
    endpoint,
    delivery,
    attempt,
    type: type as unknown as EventTypeResource,
    event: event as unknown as EventResource,
    replay: replay as unknown as WebhookReplayResource,
  };
}

const health = {
  breaker: 'open',
  success_rate: { last_hour: 0.5, last_24_hours: null, last_7_days: 1 },
  response_time: { p50_ms: 50, p95_ms: null },
  history: [{ start_at: NOW, succeeded: 1, failed: 1 }],
  pending_deliveries: 2,
  oldest_pending_age: 61,
  failure_streak: 3,
  next_attempt_at: NOW,
  last_success_at: null,
  last_failure_at: NOW,
} as unknown as WebhookHealthResource;

const pageOf = <T>(...data: T[]) => ({ data, has_more: true, next_cursor: 'next' });

/** Every view there is, with this word wherever a text comes from outside. */
function everything(word: string): Html[] {
  const { endpoint, delivery, attempt, type, event, replay } = objectsOf(word);
  const query = { status: word, type: word, resource: word, resource_id: word };
  const ping = { status: 'failed', status_code: null, duration_ms: 3, error_message: word } as unknown as WebhookPingResource;
  return [
    endpointList([endpoint], new Map([[word, health]]), context),
    endpointPage(
      endpoint,
      { health: healthPanel(health, context), deliveries: html``, replays: replayPanel(pageOf(replay), word, context) },
      context,
    ),
    failingBanner([endpoint], context) ?? html``,
    deliveryFilters(query, [word]),
    deliveryTable(pageOf(delivery), { path: ['endpoints', word], query, withEndpoint: true }, context),
    deliveryPage(delivery, pageOf(attempt), context),
    eventList(pageOf(event), { query, types: [word] }, context),
    eventPage(event, html``),
    typeList([type]),
    typePage(type),
    endpointDialog([type], endpoint),
    pingDialog(word, [type]),
    pingResult(ping),
    replayDialog(word, [type], { include: word, since: word }),
    secretDialog(word, word),
    failurePage(word, word),
    signInPage(word),
  ];
}

/** The markup alone: tags with the names of their attributes, values and text left out. */
function markupOf({ text }: Html): string {
  const [withoutValues] = [text.replace(/"[^"]*"/g, '""')];
  return [...withoutValues.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/\s+/g, ' ')).join('');
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</code></pre><iframe srcdoc="x">',
  '<!--',
  ']]>',
  '\u0000<svg/onload=alert(1)>',
  '&lt;script&gt;',
  '`${alert(1)}`',
  'javascript:alert(1)',
];

describe('what receivers, metadata and events say', () => {
  const plain = everything('word').map(markupOf);

  it.each(HOSTILE)('is shown as text in every view: %s', (word) => {
    expect(everything(word).map(markupOf)).toEqual(plain);
  });

  it('is shown as text, whatever it is', () => {
    // Between two signs, so that chance makes no word of ours of it (`all` would be chosen in a list).
    const words = fc.string({ unit: 'binary' }).map((text) => `~${text}~`);
    fc.assert(
      fc.property(words, (word) => expect(everything(word).map(markupOf)).toEqual(plain)),
      { numRuns: 12 },
    );
  });

  it('never becomes a link out of the portal', () => {
    for (const { text } of everything('javascript:alert(1)')) {
      for (const [, target] of text.matchAll(/ (?:href|src|action)="([^"]*)"/g)) expect(target).toMatch(/^#\//);
    }
  });

  it('is there in full: a body of HTML can be read as it came', () => {
    const body = '<h1>502 Bad Gateway</h1>';
    const { attempt } = objectsOf('x');
    const { text } = attemptPanel({ ...attempt, response: { ...attempt.response, body } }, 0);
    expect(text).toContain(escapeText(body));
  });
});

describe('the views', () => {
  it('have no script, no style and no handler of their own: the policy of the page would refuse them', () => {
    for (const { text } of [...everything('word'), topBar({ page: 'endpoints', id: '', query: {} }, 'test')]) {
      expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    }
  });

  it('name every field', () => {
    for (const { text } of everything('word')) {
      const fields = [...text.matchAll(/<(?:input|select)\b[^>]*\bid="([^"]+)"/g)].map(([, id]) => id);
      for (const id of fields) expect(text).toContain(`for="${id}"`);
    }
  });

  it('use only classes that the style sheet knows', () => {
    const css = readFileSync(join(__dirname, '../assets/portal.css'), 'utf8');
    const used = new Set(
      everything('word').flatMap(({ text }) => [...text.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/))),
    );
    const unknown = [...used].filter((name) => name !== '' && !css.includes(`.${name}`));
    // `missed` and `quiet` say something, and look like what they stand beside.
    expect(unknown.filter((name) => !['missed', 'quiet'].includes(name))).toEqual([]);
  });

  it('warn of endpoints that fail or were stopped, and of no others', () => {
    const { endpoint } = objectsOf('we_1');
    const well = { ...endpoint, failing_since_at: null, disabled_reason: null };
    const all = [
      well,
      { ...well, disabled_reason: 'merchant' as const },
      { ...well, failing_since_at: NOW },
      { ...well, disabled_reason: 'gone' as const },
    ];
    expect(failingEndpoints(all)).toEqual(all.slice(2));
    expect(failingBanner(all.slice(0, 2), context)).toBeNull();
  });

  it('draw a bar for every hour, and show a single failure among a thousand', () => {
    const hours = Array.from({ length: 24 }, (_, index) => ({
      start_at: NOW + index,
      succeeded: index === 23 ? 1_000 : 0,
      failed: index === 23 ? 1 : 0,
    }));
    const { text } = healthChart(hours);
    expect(text.match(/class="track"/g)).toHaveLength(24);
    expect(text).toContain('1001 attempts in the last 24 hours, 1 of them failed.');
    expect([...text.matchAll(/class="bad"[^>]*height="(\d+)"/g)].map(([, height]) => Number(height)).at(-1)).toBeGreaterThanOrEqual(3);
  });
});
