import type { Command, DomainEvent, Refusal } from '#contracts';
import { accept, refuse, type Decision, type FollowUp } from '#decider';
import type { AggregateDefinition } from '#event-store';

/** A toy test clock for the store's own tests: it wakes what a step names, in the commit in which it moves. */
export interface ToyClockState {
  status: 'none' | 'ready' | 'advancing';
  nowMs: number;
}

type ToyClockEvent = DomainEvent<'clock.begun' | 'clock.moved' | 'clock.arrived', { nowMs: number }> | DomainEvent<'clock.left', object>;

interface Payload {
  nowMs: number;
  /** `clock.step`: what is woken. */
  streamId: string;
  wakeType: string;
}

function decide({ type, payload }: Command, { status, nowMs }: ToyClockState): Decision<ToyClockEvent, Refusal> {
  const asked = payload as Payload;
  const data = { nowMs: Math.max(asked.nowMs, nowMs) };
  if (type === 'clock.begin') return accept([{ type: 'clock.begun', data }], 201);
  if (type === 'clock.leave') return accept([{ type: 'clock.left', data: {} }]);
  if (status !== 'advancing') return refuse({ code: 'state_conflict' });
  if (type === 'clock.arrive') return accept([{ type: 'clock.arrived', data }]);
  const wake: FollowUp = { streamId: asked.streamId, type: asked.wakeType, payload: {} };
  return accept([{ type: 'clock.moved', data }], 200, { followUps: [wake] });
}

export const toyClock: AggregateDefinition<ToyClockState, ToyClockEvent> = {
  streamType: 'clock',
  idKind: 'customer',
  stateSchema: 1,
  initialState: { status: 'none', nowMs: 0 },
  commandTypes: ['clock.begin', 'clock.leave', 'clock.step', 'clock.arrive'],
  eventTypes: {
    'clock.begun': { schemaVersion: 1, isPublic: false },
    'clock.left': { schemaVersion: 1, isPublic: false },
    'clock.moved': { schemaVersion: 1, isPublic: false },
    'clock.arrived': { schemaVersion: 1, isPublic: false },
  },
  decide,
  evolve(state, event) {
    if (event.type === 'clock.left') return { ...state, status: 'advancing' };
    return { status: event.type === 'clock.moved' ? 'advancing' : 'ready', nowMs: event.data.nowMs };
  },
  statusOf: ({ status }) => status,
  clock: {
    nowMs: ({ status, nowMs }) => (status === 'none' ? null : nowMs),
    isAdvancing: ({ status }) => status === 'advancing',
  },
  render: ({ head, state }) => ({ id: head.streamId, ...state }),
};
