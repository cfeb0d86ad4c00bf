import type { Command, DomainEvent, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import type { AggregateDefinition, DueTask, EventTypeDefinition } from '#event-store';

/** A toy aggregate with something to ask of the outside: so many calls, one after the other, each due at a time. */
export interface CallerState {
  status: 'none' | 'calling' | 'done';
  left: number;
  dueAtMs: number;
  /** Between calls. */
  everyMs: number;
  answers: string[];
  wakeAtMs: number | null;
}

type CallerEvent =
  | DomainEvent<'caller.began', { calls: number; dueAtMs: number; everyMs: number; wakeAtMs: number | null }>
  | DomainEvent<'caller.answered', { answer: string; atMs: number }>
  | DomainEvent<'caller.nudged', Record<string, never>>
  | DomainEvent<'caller.woken', Record<string, never>>;

export interface CallerPayload {
  calls?: number;
  dueAtMs?: number;
  everyMs?: number;
  wakeAtMs?: number | null;
  answer?: string;
}

const initialState: CallerState = { status: 'none', left: 0, dueAtMs: 0, everyMs: 0, answers: [], wakeAtMs: null };
const isPublic: EventTypeDefinition = { schemaVersion: 1, isPublic: true };

function decide({ type, payload }: Command, state: CallerState, nowMs: number): Decision<CallerEvent, Refusal> {
  switch (type) {
    case 'caller.begin': {
      const begin = { calls: 1, dueAtMs: nowMs, everyMs: 0, wakeAtMs: null, ...(payload as CallerPayload) };
      return accept<CallerEvent>([{ type: 'caller.began', data: begin }], 201);
    }
    case 'caller.answer':
      return record((payload as CallerPayload).answer ?? '', nowMs);
    case 'caller.nudge':
      return accept<CallerEvent>([{ type: 'caller.nudged', data: {} }]);
    default:
      return accept<CallerEvent>(state.wakeAtMs === null ? [] : [{ type: 'caller.woken', data: {} }]);
  }
}

function record(answer: string, atMs: number): Decision<CallerEvent, Refusal> {
  if (answer === 'nothing new') return accept<CallerEvent>([]);
  if (answer === 'refused') return refuse({ code: 'state_conflict' });
  return accept<CallerEvent>([{ type: 'caller.answered', data: { answer, atMs } }]);
}

function evolve(state: CallerState, event: CallerEvent): CallerState {
  switch (event.type) {
    case 'caller.began': {
      const { calls, ...times } = event.data;
      return { ...state, ...times, status: 'calling', left: calls };
    }
    case 'caller.answered': {
      const { answer, atMs } = event.data;
      const left = state.left - 1;
      return { ...state, left, status: left > 0 ? 'calling' : 'done', dueAtMs: atMs + state.everyMs, answers: [...state.answers, answer] };
    }
    case 'caller.nudged':
      return state;
    case 'caller.woken':
      return { ...state, wakeAtMs: null };
  }
}

function taskOf(state: CallerState, streamId: string): DueTask | null {
  if (state.status !== 'calling') return null;
  return { name: 'call', dueAtMs: state.dueAtMs, key: `${streamId} ${state.answers.length + 1}` };
}

export const caller: AggregateDefinition<CallerState, CallerEvent> = {
  streamType: 'caller',
  idKind: 'refund',
  stateSchema: 1,
  initialState,
  commandTypes: ['caller.begin', 'caller.answer', 'caller.nudge'],
  creationTypes: ['caller.begin'],
  eventTypes: { 'caller.began': isPublic, 'caller.answered': isPublic, 'caller.nudged': isPublic, 'caller.woken': isPublic },
  decide: (command, state, { nowMs }) => decide(command, state, nowMs),
  evolve,
  statusOf: ({ status }) => status,
  timer: { dueAtMs: ({ wakeAtMs }) => wakeAtMs, commandType: 'caller.wake' },
  taskOf: ({ state, head }) => taskOf(state, head.streamId),
  render: ({ head, state }) => ({ id: head.streamId, ...state }),
};
