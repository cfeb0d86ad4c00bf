import { newId, shardOfAccount, type Command, type DomainEvent } from '#contracts';
import { accept } from '#decider';
import type { AggregateDefinition, EventStore } from '#event-store';
import { defineList, type ListRow } from '#listing';
import { FixedClock, SeededRandom } from '#testing';

/** A toy aggregate for the lists' own tests: its row is what the last command said. */
export interface ThingState {
  row: ListRow | null;
}

export type ThingEvent = DomainEvent<'thing.set', ThingState>;

export const thing: AggregateDefinition<ThingState, ThingEvent> = {
  streamType: 'thing',
  idKind: 'payment',
  stateSchema: 1,
  initialState: { row: null },
  commandTypes: ['thing.set'],
  eventTypes: { 'thing.set': { schemaVersion: 1, isPublic: true } },
  decide: ({ payload }) => accept<ThingEvent>([{ type: 'thing.set', data: payload as ThingState }]),
  evolve: (_state, event) => event.data,
  statusOf: ({ row }) => row?.status ?? 'gone',
  render: ({ state }) => state,
};

/** Something else in the same store, which no list of things may show. */
export const stone: AggregateDefinition<ThingState, ThingEvent> = {
  ...thing,
  streamType: 'stone',
  idKind: 'refund',
  commandTypes: ['stone.set'],
};

export const thingList = (version = 1): ReturnType<typeof defineList> =>
  defineList<ThingState>({
    name: 'thing_list',
    version,
    streamType: 'thing',
    usualStatuses: ['done'],
    money: { usualCurrency: 'INR', usualMethod: 'upi' },
    keyFilters: ['parent_id'],
    operatorFilter: 'waits',
    rowOf: ({ state }) => state.row,
  });

/** Sets things, with a clock that the test moves. */
export class Things {
  readonly clock = new FixedClock();
  private readonly random = new SeededRandom(7);

  constructor(private readonly store: () => EventStore) {}

  /** @returns the id, and the position of the change in the shard of the account. */
  async set(
    owner: { accountId: string; livemode: boolean },
    row: ListRow | null,
    id = newId('payment', shardOfAccount(owner.accountId), this.clock.nowMs(), this.random),
  ): Promise<{ id: string; position: string }> {
    const reply = await this.store().submit(this.command(owner, id, row));
    if (reply.position === null) throw new Error(`thing was refused: ${JSON.stringify(reply.refusal)}`);
    return { id, position: reply.position };
  }

  private command(owner: { accountId: string; livemode: boolean }, streamId: string, row: ListRow | null): Command {
    const commandId = this.random.uuid();
    const nowMs = this.clock.nowMs();
    return {
      ...owner,
      commandId,
      type: streamId.startsWith('rfnd_') ? 'stone.set' : 'thing.set',
      streamId,
      idempotency: null,
      actor: { kind: 'system', id: 'suite', address: null },
      requestId: null,
      correlationId: commandId,
      causationId: null,
      issuedAtMs: nowMs,
      deadlineAtMs: nowMs + 30_000,
      payload: { row },
    };
  }
}
