import { Controller, Get, Optional, Param, type Type } from '@nestjs/common';
import { LIST_QUERY, OBJECT_QUERY, RESOURCES, type ListPage, type ListQuery, type ObjectQuery, type ResourceKind } from '#contracts';
import { EventStore, type AggregateDefinition, type Snapshot } from '#event-store';
import { answerList, type InternalExchange, type Narrow } from './answer-list';
import { Expansions } from './expansions';
import { Exchange } from './exchange.decorator';
import type { ListDefinition } from './list-definition';
import { ListReader } from './list-reader';
import { NearObjects } from './near-objects';
import { ObjectQueries, type ObjectInput } from './object-queries';
import type { ListOwner } from './terms';

/** An aggregate whose streams are shown as objects of the API, one by one and, where it has a list, by pages. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see AggregateDefinition
export interface ResourceAggregate<TState = any, TEvent extends { type: string; data: unknown } = any> extends AggregateDefinition<
  TState,
  TEvent
> {
  readonly idKind: ResourceKind;
  /** Absent: it is not listed. */
  readonly list?: ListDefinition;
  render(snapshot: Snapshot<TState>): object;
  /** A past state with what only the newest one has in a form that can be read: of what was sealed anew since. */
  amendPast?(past: Snapshot<TState>, now: Snapshot<TState>): Snapshot<TState>;
  /** What is shown beside where one is retrieved as it is now: what the store knows, and no state does. */
  complete?(object: object, snapshot: Snapshot<TState>, store: EventStore): Promise<object>;
  /** See `Narrow`. */
  narrow?(query: ListQuery, owner: ListOwner, store: EventStore): ReturnType<Narrow>;
  /** The same for the objects of a page; absent: a page shows what states know. */
  completePage?(snapshots: readonly Snapshot<TState>[], store: EventStore): Promise<object[]>;
}

/** The controllers of the internal routes under which the gateway reads the objects of these aggregates; others have none. */
export function resourceControllers(aggregates: readonly AggregateDefinition[]): Type[] {
  return aggregates.filter(isResource).flatMap((aggregate) => {
    const { list } = aggregate;
    return [...(list === undefined ? [] : [listController(aggregate, list)]), objectController(aggregate)];
  });
}

function isResource(aggregate: AggregateDefinition): aggregate is ResourceAggregate {
  return aggregate.idKind in RESOURCES;
}

/** `GET /internal/<resource>` and `…/search`, which is a list with free text in its query. The gateway has normalized both. */
function listController({ idKind, render, completePage, narrow }: ResourceAggregate, list: ListDefinition): Type {
  @Controller(RESOURCES[idKind].internalPath)
  class ListController {
    private readonly reader: ListReader<unknown>;

    constructor(
      private readonly store: EventStore,
      @Optional() private readonly expansions?: Expansions,
    ) {
      this.reader = new ListReader(store, list);
    }

    @Get(['', 'search'])
    list(@Exchange(LIST_QUERY) { query, owner, reply }: InternalExchange): Promise<ListPage> {
      const { reader, expansions } = this;
      return answerList({
        ...{ reader, query, owner, reply },
        ...(narrow && { narrow: (received: ListQuery, of: ListOwner) => narrow(received, of, this.store) }),
        render: async (snapshots, paths) => {
          const objects = (await completePage?.(snapshots, this.store)) ?? snapshots.map((snapshot) => render(snapshot));
          return expansions?.expand(idKind, objects, paths, owner) ?? objects;
        },
      });
    }
  }
  return ListController;
}

/** `GET /internal/<resource>/{id}` and `…/{id}/events`, its history. */
function objectController({ idKind: kind, render, complete, amendPast }: ResourceAggregate): Type {
  @Controller(RESOURCES[kind].internalPath)
  class ObjectController {
    private readonly objects: ObjectQueries;
    private readonly input: Omit<ObjectInput<unknown>, 'id'>;

    constructor(store: EventStore, @Optional() expansions?: Expansions, @Optional() near?: NearObjects) {
      this.objects = new ObjectQueries(store, expansions ?? null);
      const completed = complete && { complete: (object: object, now: Snapshot) => complete(object, now, store) };
      this.input = { kind, render, amendPast, ...completed };
      near?.serve(kind, (id, owner) => this.objects.show({ ...this.input, id }, owner));
    }

    @Get(':id')
    get(@Param('id') id: string, @Exchange(OBJECT_QUERY) exchange: InternalExchange<ObjectQuery>): Promise<object> {
      return this.objects.answer({ ...this.input, id }, exchange);
    }

    @Get(':id/events')
    listEvents(@Param('id') id: string, @Exchange(LIST_QUERY) exchange: InternalExchange): Promise<object> {
      return this.objects.answerHistory({ kind, id }, exchange);
    }
  }
  return ObjectController;
}
