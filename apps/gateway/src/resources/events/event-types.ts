import type { EventTypeResource } from '#contracts';
import type { EventTypeEntry } from '#event-catalog';

/** The event types as the API shows them, each rendered once: they change with a release only. */
export class EventTypes {
  private readonly texts: ReadonlyMap<string, string>;

  /** @param catalog in the order in which they are listed. */
  constructor(catalog: ReadonlyMap<string, EventTypeEntry>) {
    this.texts = new Map([...catalog].map(([name, entry]) => [name, JSON.stringify(resourceOf(entry))]));
  }

  find(name: string): string | undefined {
    return this.texts.get(name);
  }

  has(name: string): boolean {
    return this.texts.has(name);
  }

  /** Up to `limit` of them after or before one of them, in their order, and whether there are more that way. */
  page({ limit, after, before }: { limit: number; after: string | null; before: string | null }): EventTypePage {
    const names = [...this.texts.keys()];
    const from = after === null ? 0 : names.indexOf(after) + 1;
    const to = before === null ? names.length : names.indexOf(before);
    const isBackwards = before !== null;
    const shown = isBackwards ? names.slice(Math.max(0, to - limit), to) : names.slice(from, from + limit);
    const hasMore = isBackwards ? to > limit : from + limit < names.length;
    const last = isBackwards ? shown[0] : shown.at(-1);
    return {
      texts: shown.map((name) => this.texts.get(name)!),
      hasMore,
      next: hasMore && last !== undefined ? { name: last, isBackwards } : null,
    };
  }
}

/** A page of event types. */
export interface EventTypePage {
  /** JSON of each. */
  texts: string[];
  hasMore: boolean;
  /** The name after which the next page begins, or before which it ends; null when this is the last. */
  next: { name: string; isBackwards: boolean } | null;
}

function resourceOf(entry: EventTypeEntry): EventTypeResource {
  const { name, description, resourceType, isExplicitOnly, schema, example } = entry;
  return { object: 'event_type', name, description, resource_type: resourceType, explicit_only: isExplicitOnly, schema, example };
}
