import { toSeconds, type Command, type DomainEvent, type PublicEvent, type Refusal, type StoredEvent } from '#contracts';
import { accept, refuse, type Decision, type FollowUp } from '#decider';
import type { AggregateDefinition, HandlingContext, Publish, Snapshot } from '#event-store';

/** A toy aggregate for the store's own tests: a counter that may be added to until it is closed. */
export interface CounterState {
  status: 'none' | 'open' | 'closed';
  total: number;
  labels: Record<string, string>;
  wakeAtMs: number | null;
}

export type CounterEvent =
  | DomainEvent<'counter.opened', { labels: Record<string, string>; wakeAtMs: number | null }>
  | DomainEvent<'counter.added', { amount: number }>
  | DomainEvent<'counter.noted', { note: string }>
  | DomainEvent<'counter.closed', Record<string, never>>;

export interface CounterPayload {
  amount?: number;
  times?: number;
  labels?: Record<string, string>;
  wakeAtMs?: number | null;
  note?: string;
  /** `counter.share`: the follow-ups for other counters in the same commit, and which of them answers. */
  followUps?: readonly FollowUp[];
  answeredBy?: number;
  /** `counter.match`: the counter whose total is added. Named beforehand as a related stream, unless `unnamed`. */
  other?: string;
  unnamed?: boolean;
}

const initialState: CounterState = { status: 'none', total: 0, labels: {}, wakeAtMs: null };

function added(amount: number, times: number): CounterEvent[] {
  return Array.from({ length: times }, () => ({ type: 'counter.added', data: { amount } }) as const);
}

function open(payload: CounterPayload, state: CounterState): Decision<CounterEvent, Refusal> {
  if (state.status !== 'none') return refuse({ code: 'resource_already_exists' });
  const opened: CounterEvent = { type: 'counter.opened', data: { labels: payload.labels ?? {}, wakeAtMs: payload.wakeAtMs ?? null } };
  return accept<CounterEvent>([opened, ...added(payload.amount ?? 1, payload.times ?? 0)], 201);
}

function add(payload: CounterPayload, state: CounterState): Decision<CounterEvent, Refusal> {
  if (state.status === 'none') return refuse({ code: 'resource_missing', details: { param: 'id' } });
  if (state.status === 'closed') return refuse({ code: 'state_conflict', details: { current_status: 'closed', allowed_from: ['open'] } });
  return accept<CounterEvent>(added(payload.amount ?? 1, payload.times ?? 1));
}

/** Adds here, and sends follow-ups to others. */
function share(payload: CounterPayload, state: CounterState): Decision<CounterEvent, Refusal> {
  if (state.status !== 'open') return refuse({ code: 'state_conflict' });
  const { followUps = [], answeredBy } = payload;
  return accept<CounterEvent>(added(payload.amount ?? 1, payload.times ?? 1), 200, {
    followUps,
    ...(answeredBy === undefined ? {} : { answeredBy }),
  });
}

/** Adds what another counter holds, as long as that one is open. */
function match({ other = '' }: CounterPayload, { related }: HandlingContext): Decision<CounterEvent, Refusal> {
  const found = related(other) as Snapshot<CounterState> | null;
  if (found?.state.status !== 'open') return refuse({ code: 'resource_missing', details: { param: 'other' } });
  return accept<CounterEvent>(added(found.state.total, 1));
}

function decideCounter(command: Command, state: CounterState, context: HandlingContext): Decision<CounterEvent, Refusal> {
  const payload = command.payload as CounterPayload;
  switch (command.type) {
    case 'counter.open':
      return open(payload, state);
    case 'counter.add':
      return add(payload, state);
    case 'counter.share':
      return share(payload, state);
    case 'counter.match':
      return match(payload, context);
    case 'counter.note':
      return accept<CounterEvent>([{ type: 'counter.noted', data: { note: payload.note ?? '' } }]);
    case 'counter.close':
      return state.status === 'open' ? accept<CounterEvent>([{ type: 'counter.closed', data: {} }]) : refuse({ code: 'state_conflict' });
    default:
      throw new Error('this counter got an unknown command');
  }
}

function evolve(state: CounterState, event: CounterEvent): CounterState {
  switch (event.type) {
    case 'counter.opened':
      return { ...state, status: 'open', labels: event.data.labels, wakeAtMs: event.data.wakeAtMs };
    case 'counter.added':
      return { ...state, total: state.total + event.data.amount };
    case 'counter.noted':
      return state;
    case 'counter.closed':
      return { ...state, status: 'closed', wakeAtMs: null };
  }
}

function render({ head, state }: Snapshot<CounterState>) {
  return { id: head.streamId, status: state.status, total: state.total, labels: state.labels, sequence: head.sequence };
}

export const counter: AggregateDefinition<CounterState, CounterEvent> = {
  streamType: 'counter',
  idKind: 'payment',
  stateSchema: 1,
  initialState,
  publish: (...projected) => publishCounter(...projected),
  commandTypes: ['counter.open', 'counter.add', 'counter.note', 'counter.share', 'counter.match', 'counter.explode'],
  creationTypes: ['counter.open'],
  eventTypes: {
    'counter.opened': { schemaVersion: 1, isPublic: true },
    'counter.added': { schemaVersion: 1, isPublic: true },
    'counter.noted': { schemaVersion: 1, isPublic: false },
    'counter.closed': { schemaVersion: 1, isPublic: true },
  },
  decide: decideCounter,
  relatedStreams: ({ payload }) => {
    const { followUps = [], other, unnamed } = payload as CounterPayload;
    if (unnamed) return [];
    return [...followUps.filter(({ type }) => type !== 'counter.open').map(({ streamId }) => streamId), ...(other ? [other] : [])];
  },
  evolve,
  statusOf: (state) => state.status,
  timer: { dueAtMs: (state) => state.wakeAtMs, commandType: 'counter.close' },
  render,
};

/** Everything but notes is public. */
export const publishCounter: Publish<CounterState, CounterEvent> = (
  event: StoredEvent<CounterEvent>,
  before,
  after,
): PublicEvent | null => {
  if (event.meta.sequence === null) return null;
  return {
    id: event.eventId,
    object: 'event',
    type: event.type,
    api_version: '2026-11-21',
    created_at: toSeconds(event.occurredAtMs),
    timestamp: new Date(event.occurredAtMs).toISOString(),
    livemode: event.livemode,
    account_id: event.accountId,
    test_clock_id: event.meta.clock?.id ?? null,
    resource: { type: 'counter', id: event.streamId },
    sequence: event.meta.sequence,
    data: { object: render(after), previous_attributes: before ? { total: before.state.total } : null },
    request: event.meta.requestId === null ? null : { id: event.meta.requestId, idempotency_key: event.meta.idempotencyKey },
    correlation_id: event.correlationId,
    causation_id: event.causationId,
  };
};
