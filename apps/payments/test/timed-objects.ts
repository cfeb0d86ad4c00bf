import type { Command, DomainEvent, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import type { AggregateDefinition } from '#event-store';

/** What an object does when it is woken. */
export type OnWake = 'rings' | 'repeats' | 'nothing' | 'refuses' | 'throws';

export interface TimedState {
  dueAtMs: number | null;
  onWake: OnWake;
  rung: number;
}

type TimedEvent =
  DomainEvent<'timed.set', { dueAtMs: number; onWake: OnWake }> | DomainEvent<'timed.rang', { atMs: number; again: boolean }>;

const HOUR_MS = 3_600_000;

function decide({ type, payload }: Command, { onWake }: TimedState, nowMs: number): Decision<TimedEvent, Refusal> {
  if (type === 'timed.set') return accept([{ type: 'timed.set', data: payload as { dueAtMs: number; onWake: OnWake } }], 201);
  if (onWake === 'throws') throw new Error('a bug of the aggregate');
  if (onWake === 'refuses') return refuse({ code: 'state_conflict', details: { message: 'It cannot ring.' } });
  return accept(onWake === 'nothing' ? [] : [{ type: 'timed.rang', data: { atMs: nowMs, again: onWake === 'repeats' } }]);
}

/** Objects that are due at a time and ring then: for tests of what wakes them. */
export const timedObject: AggregateDefinition<TimedState, TimedEvent> = {
  streamType: 'timed',
  idKind: 'debit',
  stateSchema: 1,
  initialState: { dueAtMs: null, onWake: 'rings', rung: 0 },
  commandTypes: ['timed.set'],
  eventTypes: { 'timed.set': { schemaVersion: 1, isPublic: false }, 'timed.rang': { schemaVersion: 1, isPublic: false } },
  relatedStreams: ({ type, payload }) => (type === 'timed.set' ? [(payload as { clockId: string }).clockId] : []),
  decide: (command, state, { nowMs }) => decide(command, state, nowMs),
  evolve(state, event) {
    if (event.type === 'timed.set') return { ...state, dueAtMs: event.data.dueAtMs, onWake: event.data.onWake };
    const { atMs, again } = event.data;
    return { ...state, dueAtMs: again ? atMs + HOUR_MS : null, rung: state.rung + 1 };
  },
  statusOf: () => 'timed',
  timer: { dueAtMs: ({ dueAtMs }) => dueAtMs, commandType: 'timed.wake' },
  render: ({ state }) => state,
};
