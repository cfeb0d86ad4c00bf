import type {
  CancellationOutcome,
  Command,
  CreateCancellationPayload,
  CreatePingPayload,
  CreateResendPayload,
  IdKind,
  PingOutcome,
  Refusal,
  ResendOutcome,
} from '#contracts';
import type { AggregateDefinition, HandlingContext, Snapshot } from '#event-store';
import {
  decideDeliveryRequest,
  evolveDeliveryRequest,
  INITIAL_DELIVERY_REQUEST,
  refusalByDelivery,
  refusalByEndpoint,
  type DeliveryRequestEvent,
  type DeliveryRequestInstruction,
  type DeliveryRequestState,
} from './decide';

/** The tasks that do them. */
export const SEND_PING_TASK = 'send_ping';
export const ENQUEUE_RESEND_TASK = 'enqueue_resend';
export const CANCEL_DELIVERY_TASK = 'cancel_delivery';

export type PingState = DeliveryRequestState<CreatePingPayload, PingOutcome>;
export type ResendState = DeliveryRequestState<CreateResendPayload, ResendOutcome>;
export type CancellationState = DeliveryRequestState<CreateCancellationPayload, CancellationOutcome>;

/** One kind of errand. */
interface DeliveryRequestKind {
  /** Of the stream, and the first word of its events. */
  name: string;
  idKind: IdKind;
  /** First word of its commands. */
  commands: string;
  task: string;
  /** The HTTP status of a good answer. */
  status: 200 | 202;
  /** What stands against it. */
  refusalOf(payload: unknown, context: HandlingContext): Refusal | null;
}

/** A ping as the event store runs it. */
export function pingAggregate(): AggregateDefinition<DeliveryRequestState, DeliveryRequestEvent> {
  const kind = { name: 'webhook_ping', idKind: 'webhookPing', commands: 'webhook_pings' } as const;
  const refusalOf = refusalBecauseOfEndpoint({ mayBeDisabled: true });
  return deliveryRequestAggregate({ ...kind, task: SEND_PING_TASK, status: 200, refusalOf });
}

/** A resend as the event store runs it. */
export function resendAggregate(): AggregateDefinition<DeliveryRequestState, DeliveryRequestEvent> {
  const kind = { name: 'webhook_resend', idKind: 'webhookResend', commands: 'webhook_resends' } as const;
  const refusalOf = refusalBecauseOfEndpoint({ mayBeDisabled: false });
  return deliveryRequestAggregate({ ...kind, task: ENQUEUE_RESEND_TASK, status: 202, refusalOf });
}

/**
 * The end of a delivery as the event store runs it. It needs no endpoint: what is still open of one that is disabled or deleted
 * ends anyhow.
 */
export function cancellationAggregate(): AggregateDefinition<DeliveryRequestState, DeliveryRequestEvent> {
  const kind = { name: 'webhook_cancellation', idKind: 'webhookCancellation', commands: 'webhook_cancellations' } as const;
  const refusalOf = (payload: unknown): Refusal | null => refusalByDelivery((payload as CreateCancellationPayload).seenStatus);
  return deliveryRequestAggregate({ ...kind, task: CANCEL_DELIVERY_TASK, status: 200, refusalOf });
}

function refusalBecauseOfEndpoint({ mayBeDisabled }: { mayBeDisabled: boolean }): DeliveryRequestKind['refusalOf'] {
  return (payload, { related }) => {
    const { status } = (related(endpointOf(payload) ?? '')?.state ?? {}) as { status?: string };
    return refusalByEndpoint(status === 'enabled' || status === 'disabled' ? status : null, mayBeDisabled);
  };
}

function endpointOf(payload: unknown): string | undefined {
  return (payload as { endpointId?: string }).endpointId;
}

function deliveryRequestAggregate(kind: DeliveryRequestKind): AggregateDefinition<DeliveryRequestState, DeliveryRequestEvent> {
  const { name, idKind, commands, task } = kind;
  const create = `${commands}.create`;
  const internal = { schemaVersion: 1, isPublic: false };
  return {
    streamType: name,
    idKind,
    stateSchema: 1,
    initialState: INITIAL_DELIVERY_REQUEST,
    commandTypes: [create, `${commands}.record_outcome`],
    creationTypes: [create],
    eventTypes: { [`${name}.created`]: internal, [`${name}.done`]: internal },
    relatedStreams: ({ type, payload }) => {
      const endpointId = type === create ? endpointOf(payload) : undefined;
      return endpointId === undefined ? [] : [endpointId];
    },
    decide: (command, state, context) => decideDeliveryRequest(name, instructionOf(kind, command, context), state, context),
    evolve: evolveDeliveryRequest,
    statusOf: ({ status }) => status,
    taskOf: ({ head, state }: Snapshot<DeliveryRequestState>) =>
      state.status === 'pending' ? { name: task, dueAtMs: state.askedAtMs, key: head.streamId } : null,
    // Whoever asked is answered with what came of it, and asks for that once it is stored: until then there is nothing to show.
    render: () => 'null',
  };
}

function instructionOf(
  { commands, status, refusalOf }: DeliveryRequestKind,
  { type, payload }: Command,
  context: HandlingContext,
): DeliveryRequestInstruction {
  if (type !== `${commands}.create`) return { type: 'RecordOutcome', outcome: payload };
  return { type: 'CreateDeliveryRequest', terms: payload, refusal: refusalOf(payload, context), status };
}
