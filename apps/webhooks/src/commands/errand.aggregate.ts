import type { Command, CreatePingPayload, CreateResendPayload, IdKind, PingOutcome, ResendOutcome } from '#contracts';
import type { AggregateDefinition, HandlingContext, Snapshot } from '#event-store';
import {
  decideErrand,
  evolveErrand,
  INITIAL_ERRAND,
  type ErrandEvent,
  type ErrandInstruction,
  type ErrandRules,
  type ErrandState,
} from '../domain/errand/errand';

/** The tasks that do them. */
export const SEND_PING_TASK = 'send_ping';
export const ENQUEUE_RESEND_TASK = 'enqueue_resend';

export type PingState = ErrandState<CreatePingPayload, PingOutcome>;
export type ResendState = ErrandState<CreateResendPayload, ResendOutcome>;

/** One kind of errand. */
interface ErrandKind {
  /** Of the stream, and the first word of its events. */
  name: string;
  idKind: IdKind;
  /** First word of its commands. */
  commands: string;
  task: string;
  rules: ErrandRules;
}

/** A ping as the event store runs it. */
export function pingAggregate(): AggregateDefinition<ErrandState, ErrandEvent> {
  const kind = { name: 'webhook_ping', idKind: 'webhookPing', commands: 'webhook_pings' } as const;
  return errandAggregate({ ...kind, task: SEND_PING_TASK, rules: { mayBeDisabled: true, status: 200 } });
}

/** A resend as the event store runs it. */
export function resendAggregate(): AggregateDefinition<ErrandState, ErrandEvent> {
  const kind = { name: 'webhook_resend', idKind: 'webhookResend', commands: 'webhook_resends' } as const;
  return errandAggregate({ ...kind, task: ENQUEUE_RESEND_TASK, rules: { mayBeDisabled: false, status: 202 } });
}

function errandAggregate(kind: ErrandKind): AggregateDefinition<ErrandState, ErrandEvent> {
  const { name, idKind, commands, task } = kind;
  const create = `${commands}.create`;
  const internal = { schemaVersion: 1, isPublic: false };
  return {
    streamType: name,
    idKind,
    stateSchema: 1,
    initialState: INITIAL_ERRAND,
    commandTypes: [create, `${commands}.record_outcome`],
    creationTypes: [create],
    eventTypes: { [`${name}.created`]: internal, [`${name}.done`]: internal },
    relatedStreams: ({ type, payload }) => (type === create ? [(payload as { endpointId: string }).endpointId] : []),
    handle: (command, state, context) => decideErrand(name, instructionOf(kind, command, context), state, context),
    evolve: evolveErrand,
    statusOf: ({ status }) => status,
    wakeAtMs: () => null,
    wakeCommandType: '',
    taskOf: ({ head, state }: Snapshot<ErrandState>) =>
      state.status === 'pending' ? { name: task, dueAtMs: state.askedAtMs, key: head.streamId } : null,
    // Whoever asked is answered with what came of it, and asks for that once it is stored: until then there is nothing to show.
    render: () => 'null',
  };
}

function instructionOf(kind: ErrandKind, { type, payload }: Command, { related }: HandlingContext): ErrandInstruction {
  if (type !== `${kind.commands}.create`) return { type: 'RecordOutcome', outcome: payload };
  const { endpointId } = payload as { endpointId: string };
  const { status } = (related(endpointId)?.state ?? {}) as { status?: string };
  const endpointStatus = status === 'enabled' || status === 'disabled' ? status : null;
  return { type: 'CreateErrand', terms: payload, endpointStatus, rules: kind.rules };
}
