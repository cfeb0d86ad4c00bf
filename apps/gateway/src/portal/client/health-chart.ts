import type { HealthHour, WebhookHealthResource } from '#contracts';
import { durationText, momentText, percentText } from './format.ts';
import { html } from './html.ts';
import type { Html, Piece } from './html.ts';
import { badge, time } from './parts.ts';
import type { ViewContext } from './parts.ts';

const BAR_WIDTH = 22;
const GAP = 4;
const HEIGHT = 96;
/** An hour with a single failure among a thousand attempts must be seen. */
const BAR_HEIGHT_MIN = 3;

/** The attempts of the last 24 hours as bars: what succeeded below, what failed on top of it. */
export function healthChart(hours: readonly HealthHour[]): Html {
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const width = hours.length * (BAR_WIDTH + GAP) - GAP;
  const total = hours.reduce((sum, { succeeded, failed }) => sum + succeeded + failed, 0);
  const failures = hours.reduce((sum, { failed }) => sum + failed, 0);
  const words = total === 0 ? 'No attempts in the last 24 hours.' : `${total} attempts in the last 24 hours, ${failures} of them failed.`;
  return html`<figure class="chart">
    <svg viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${words}" preserveAspectRatio="none">
      ${hours.map((hour, index) => bar(hour, index * (BAR_WIDTH + GAP), most))}
    </svg>
    <figcaption><span>24 hours ago</span><span>${words}</span><span>now</span></figcaption>
  </figure>`;
}

function bar({ start_at, succeeded, failed }: HealthHour, x: number, most: number): Html {
  const good = heightOf(succeeded, most);
  const bad = heightOf(failed, most);
  const title = `${momentText(start_at)}: ${succeeded} succeeded, ${failed} failed`;
  return html`<g>
    <title>${title}</title>
    <rect class="track" x="${x}" y="0" width="${BAR_WIDTH}" height="${HEIGHT}" rx="3"></rect>
    <rect class="good" x="${x}" y="${HEIGHT - good}" width="${BAR_WIDTH}" height="${good}" rx="2"></rect>
    <rect class="bad" x="${x}" y="${HEIGHT - good - bad}" width="${BAR_WIDTH}" height="${bad}" rx="2"></rect>
  </g>`;
}

function heightOf(count: number, most: number): number {
  if (count === 0) return 0;
  return Math.max(BAR_HEIGHT_MIN, Math.round((count / most) * (HEIGHT - 2 * BAR_HEIGHT_MIN)));
}

/** How an endpoint does, on one look. */
export function healthPanel(health: WebhookHealthResource, context: ViewContext): Html {
  const { success_rate: rate, response_time: response } = health;
  const waits = health.oldest_pending_age === null ? 'none waiting' : `oldest ${durationText(health.oldest_pending_age)} old`;
  return html`<section class="panel" aria-labelledby="health-title">
    <h2 id="health-title">Health</h2>
    <div class="tiles">
      ${tile('Success, 1 hour', percentText(rate.last_hour), `${percentText(rate.last_24_hours)} in 24 h`)}
      ${tile('Success, 7 days', percentText(rate.last_7_days), streakText(health.failure_streak))}
      ${tile('Response time', millisecondsText(response.p50_ms), `95 %: ${millisecondsText(response.p95_ms)}`)}
      ${tile('Pending', String(health.pending_deliveries), waits)}
      ${tile('Breaker', badge(health.breaker), html`next attempt ${time(health.next_attempt_at, context)}`)}
    </div>
    ${healthChart(health.history)}
    <p class="faint">Last success ${time(health.last_success_at, context)} · last failure ${time(health.last_failure_at, context)}</p>
  </section>`;
}

function tile(name: string, value: Piece, more: Piece): Html {
  return html`<div class="tile">
    <h3>${name}</h3>
    <p class="figure">${value}</p>
    <p class="faint">${more}</p>
  </div>`;
}

function streakText(streak: number): string {
  return streak === 0 ? 'no failures in a row' : `${streak} failures in a row`;
}

function millisecondsText(duration: number | null): string {
  return duration === null ? '–' : `≤ ${duration} ms`;
}
