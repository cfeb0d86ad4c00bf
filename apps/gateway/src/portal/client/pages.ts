import type {
  EventResource,
  EventTypeResource,
  WebhookAttemptResource,
  WebhookDeliveryResource,
  WebhookEndpointResource,
  WebhookHealthResource,
  WebhookReplayResource,
} from '#contracts';
import { ApiRefusal } from './api.ts';
import type { Api, Page } from './api.ts';
import { deliveryFilters, deliveryPage, deliveryTable } from './delivery-views.ts';
import { endpointList, endpointPage, replayPanel } from './endpoint-views.ts';
import { eventList, eventPage, typeList, typePage } from './event-views.ts';
import { healthPanel } from './health-chart.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import type { ViewContext } from './parts.ts';
import type { Place } from './place.ts';

/** What the pages are read with. */
export interface PageSource {
  api: Api;
  /** All endpoints of the account in this mode. */
  endpoints: readonly WebhookEndpointResource[];
  /** The catalog; empty for a key that may not read it. */
  types: readonly EventTypeResource[];
  context: ViewContext;
}

type Loader = (place: Place, source: PageSource) => Promise<Html>;

const PAGE_SIZE = '20';

/** Reads and renders the page of a place. @throws ApiRefusal */
export function loadPage(place: Place, source: PageSource): Promise<Html> {
  return LOADERS[place.page](place, source);
}

const LOADERS: Readonly<Record<Place['page'], Loader>> = {
  endpoints: loadEndpoints,
  endpoint: loadEndpoint,
  delivery: loadDelivery,
  events: loadEvents,
  event: loadEvent,
  types: async (_place, { types }) => typeList(types),
  type: async ({ id }, { types }) => {
    const type = types.find(({ name }) => name === id);
    if (type === undefined) throw new ApiRefusal(404, 'There is no such event type.', {}, null);
    return typePage(type);
  },
};

async function loadEndpoints(_place: Place, { api, endpoints, context }: PageSource): Promise<Html> {
  const healths = await Promise.all(endpoints.map(({ id }) => healthOrNothing(api, id)));
  return endpointList(endpoints, new Map(healths.flatMap((health) => (health ? [[health.webhook_endpoint_id, health]] : []))), context);
}

/** A list is worth more than one figure in it. */
async function healthOrNothing(api: Api, id: string): Promise<WebhookHealthResource | null> {
  try {
    return await api.call<WebhookHealthResource>('getHealth', { id });
  } catch {
    return null;
  }
}

async function loadEndpoint({ id, query }: Place, { api, types, context }: PageSource): Promise<Html> {
  const [endpoint, health, deliveries, replays] = await Promise.all([
    api.call<WebhookEndpointResource>('getEndpoint', { id }),
    api.call<WebhookHealthResource>('getHealth', { id }),
    api.call<Page<WebhookDeliveryResource>>('listEndpointDeliveries', { id, query: { limit: PAGE_SIZE, ...deliveryQuery(query) } }),
    api.call<Page<WebhookReplayResource>>('listReplays', { query: { limit: PAGE_SIZE } }),
  ]);
  const names = types.map(({ name }) => name);
  const table = deliveryTable(deliveries, { path: ['endpoints', id], query }, context);
  return endpointPage(
    endpoint,
    {
      health: healthPanel(health, context),
      replays: replayPanel(replays, id, context),
      deliveries: html`${deliveryFilters(query, names)}${table}`,
    },
    context,
  );
}

/** The parameters of the address that the list takes; others are ignored. */
function deliveryQuery({ status, type, resource, cursor }: Place['query']): Record<string, string | undefined> {
  return { status, type, resource, cursor };
}

async function loadDelivery({ id, query }: Place, { api, context }: PageSource): Promise<Html> {
  const [delivery, attempts] = await Promise.all([
    api.call<WebhookDeliveryResource>('getDelivery', { id }),
    api.call<Page<WebhookAttemptResource>>('listAttempts', { id, query: { limit: PAGE_SIZE, cursor: query['cursor'] } }),
  ]);
  return deliveryPage(delivery, attempts, context);
}

async function loadEvents({ query }: Place, { api, types, context }: PageSource): Promise<Html> {
  const { type, resource_id, delivery_success, cursor } = query;
  const filters = { limit: PAGE_SIZE, type, resource_id, delivery_success, cursor };
  const page = await api.call<Page<EventResource>>('listEvents', { query: filters });
  return eventList(page, { query, types: types.map(({ name }) => name) }, context);
}

async function loadEvent({ id, query }: Place, { api, context }: PageSource): Promise<Html> {
  const [event, deliveries] = await Promise.all([
    api.call<EventResource>('getEvent', { id }),
    api.call<Page<WebhookDeliveryResource>>('listEventDeliveries', { id, query: { limit: PAGE_SIZE, cursor: query['cursor'] } }),
  ]);
  return eventPage(event, deliveryTable(deliveries, { path: ['events', id], query, withEndpoint: true }, context));
}
