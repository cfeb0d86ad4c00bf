import type { EventResource, EventTypeResource } from '#contracts';
import type { Page } from './api.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { codeBlock, copyable, emptyState, facts, link, moment, pager, select, time } from './parts.ts';
import type { ViewContext } from './parts.ts';

/** The feed, the newest first. */
export function eventList(
  page: Page<EventResource>,
  { query, types }: { query: Readonly<Record<string, string>>; types: readonly string[] },
  context: ViewContext,
): Html {
  return html`<header class="head"><h1 tabindex="-1">Events</h1></header>
    ${eventFilters(query, types)}
    ${
      page.data.length === 0
        ? emptyState('No events', 'Nothing has happened that fits. Make a test payment and look again.')
        : html`<div class="scroll">
            <table>
              <thead>
                <tr>
                  <th>Event</th>
                  <th>Object</th>
                  <th>Sequence</th>
                  <th>Happened</th>
                </tr>
              </thead>
              <tbody>
                ${page.data.map((event) => eventRow(event, context))}
              </tbody>
            </table>
          </div>`
    }
    ${pager(['events'], query, page.next_cursor)}`;
}

const OUTCOMES = [
  ['', 'However delivered'],
  ['false', 'Not delivered'],
  ['true', 'Delivered'],
] as const;

function eventFilters(query: Readonly<Record<string, string>>, types: readonly string[]): Html {
  return html`<form class="filters" data-form="filter" aria-label="Filter events">
    <label class="sr" for="field-type">Event type</label>${select(
      'type',
      [['', 'Every event type'], ...types.map((type) => [type, type] as const)],
      query['type'] ?? '',
    )}
    <label class="sr" for="field-delivery_success">Delivery</label>${select('delivery_success', OUTCOMES, query['delivery_success'] ?? '')}
    <label class="sr" for="field-resource_id">Object id</label
    ><input id="field-resource_id" name="resource_id" value="${query['resource_id']}" placeholder="Object id, pay_…" maxlength="64" />
    <button type="submit">Filter</button>
  </form>`;
}

function eventRow(event: EventResource, context: ViewContext): Html {
  return html`<tr>
    <td>${link(['events', event.id], event.type)}</td>
    <td><code>${event.resource.id}</code></td>
    <td>${event.sequence}</td>
    <td>${time(event.created_at, context)}</td>
  </tr>`;
}

/** One event as receivers get it, and where it went. */
export function eventPage(event: EventResource, deliveries: Html): Html {
  return html`<header class="head">
      <p class="crumbs">${link(['events'], 'Events')}</p>
      <h1 tabindex="-1">${event.type}</h1>
    </header>
    <section class="panel">
      ${facts([
        ['Event', copyable(event.id)],
        ['Object', copyable(event.resource.id)],
        ['Sequence', event.sequence],
        ['Happened', moment(event.created_at)],
        ['Request', event.request === null ? '–' : copyable(event.request.id)],
        ['Type', link(['types', event.type], 'schema and example')],
      ])}
    </section>
    <section aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">Deliveries</h2>
      ${deliveries}
    </section>
    <section>
      <h2>Event</h2>
      ${codeBlock(JSON.stringify(event), 'The event')}
    </section>`;
}

/** Types in groups that one pattern stands for, `payment` for `payment.*`, in the order of the catalog. */
export function typesByPrefix(types: readonly EventTypeResource[]): [prefix: string, types: EventTypeResource[]][] {
  const groups = new Map<string, EventTypeResource[]>();
  for (const type of types) {
    const prefix = type.name.replace(/\.[^.]*$/, '');
    groups.set(prefix, [...(groups.get(prefix) ?? []), type]);
  }
  return [...groups];
}

/** The catalog. */
export function typeList(types: readonly EventTypeResource[]): Html {
  return html`<header class="head"><h1 tabindex="-1">Event types</h1></header>
    ${typesByPrefix(types).map(
      ([prefix, group]) =>
        html`<section class="panel">
          <h2>${prefix}</h2>
          <dl class="catalog">
            ${group.map(
              ({ name, description }) =>
                html`<div>
                  <dt>${link(['types', name], html`<code>${name}</code>`)}</dt>
                  <dd>${description}</dd>
                </div>`,
            )}
          </dl>
        </section>`,
    )}`;
}

/** One event type with its schema and an example. */
export function typePage(type: EventTypeResource): Html {
  return html`<header class="head">
      <p class="crumbs">${link(['types'], 'Event types')}</p>
      <h1 tabindex="-1"><code>${type.name}</code></h1>
      <p>${type.description}${type.explicit_only ? ' An endpoint gets it only when it names it or its prefix: * leaves it out.' : null}</p>
    </header>
    ${typeDetail(type)}`;
}

/** Schema and example of a type, one beside the other. */
export function typeDetail(type: EventTypeResource): Html {
  return html`<div class="columns">
    <section>
      <h3>Example</h3>
      ${codeBlock(JSON.stringify(type.example), `Example of ${type.name}`)}
    </section>
    <section>
      <h3>JSON Schema</h3>
      ${codeBlock(JSON.stringify(type.schema), `Schema of ${type.name}`)}
    </section>
  </div>`;
}
