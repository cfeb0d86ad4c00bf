import type { EventTypeResource } from '#contracts';
import { typesByPrefix } from './event-views.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';

/** The filters that are not ticks of this catalog, kept when an endpoint is edited: a pattern with a longer prefix, for instance. */
export function filtersBeside(types: readonly EventTypeResource[], chosen: readonly string[]): string[] {
  const offered = new Set(['*', ...types.map(({ name }) => name), ...typesByPrefix(types).map(([prefix]) => `${prefix}.*`)]);
  return chosen.filter((filter) => !offered.has(filter));
}

/** All event types to tick, in groups with a tick for the whole group; each shows its schema and example when asked. */
export function eventPicker(types: readonly EventTypeResource[], chosen: readonly string[]): Html {
  const kept = filtersBeside(types, chosen);
  return html`<fieldset class="picker">
    <legend>Events</legend>
    <p class="hint">Patterns include types that are added later.</p>
    ${tick('*', 'All events', { chosen, strong: true })}${kept.map((filter) => tick(filter, filter, { chosen, strong: false }))}
    <div class="groups">${typesByPrefix(types).map(([prefix, group]) => groupOf(prefix, group, chosen))}</div>
    <p class="problem" data-problem="enabled_events" role="alert"></p>
    <div id="type-detail" class="type-detail" aria-live="polite"></div>
  </fieldset>`;
}

function groupOf(prefix: string, types: readonly EventTypeResource[], chosen: readonly string[]): Html {
  const pattern = `${prefix}.*`;
  const hasChoice = types.some(({ name }) => chosen.includes(name) || chosen.includes(pattern));
  return html`<details ${hasChoice ? html`open` : null}>
    <summary>${prefix} <span class="faint">${types.length}</span></summary>
    ${tick(pattern, `Everything about ${prefix}`, { chosen, strong: true })}
    ${types.map(
      ({ name, description }) =>
        html`<div class="type">
          ${tick(name, name, { chosen, strong: false })}
          <button
            type="button"
            class="icon"
            data-action="show-type"
            data-id="${name}"
            aria-label="Schema and example of ${name}"
            title="Schema and example"
          >
            { }
          </button>
          <p class="faint">${description}</p>
        </div>`,
    )}
  </details>`;
}

function tick(value: string, shown: string, { chosen, strong }: { chosen: readonly string[]; strong: boolean }): Html {
  const checked = chosen.includes(value) ? html`checked` : null;
  const label = strong
    ? html`<strong>${shown}</strong>${value === shown ? null : html` <code>${value}</code>`}`
    : html`<code>${shown}</code>`;
  return html`<label class="tick"><input type="checkbox" name="enabled_events" value="${value}" ${checked} /> ${label}</label>`;
}
