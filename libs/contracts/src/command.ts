import type { Refusal } from './errors';

/** Who asked: stored with every event as the audit trail (docs/reference/security.md, Stored data). Never a secret. */
export interface Actor {
  kind: 'api_key' | 'app' | 'user' | 'system' | 'operator';
  /** The public id of the API key, the app or the user, the name of the reactor, or the name that the operator gave. */
  id: string;
  /** Keyed digest of the client address (AddressDigests of the gateway), or null. Never the address: events are kept for ever. */
  address: string | null;
}

/** A client's Idempotency-Key together with what it was used for (docs/reference/api-conventions.md, Idempotency). */
export interface IdempotencyClaim {
  /** 1 to 255 printable ASCII characters, taken literally. */
  key: string;
  /** HMAC-SHA-256 over method, path and canonical body under the gateway's pepper, hex. */
  fingerprint: string;
  /** The same under older peppers, while one replaces another: a stored answer may bear one of these. */
  formerFingerprints?: readonly string[];
}

/**
 * A request for a change, as it travels on `<service>.commands`. The same `commandId` may arrive any number of
 * times and acts at most once.
 */
export interface Command<TType extends string = string, TPayload = unknown> {
  /** RFC 9562 version 7 UUID, chosen by the sender, kept over every re-send. */
  commandId: string;
  /** `<service>.<verb>`, for example `payments.create`. */
  type: TType;
  /** The aggregate: an id whose shard is readable (ids.ts). */
  streamId: string;
  accountId: string;
  livemode: boolean;
  idempotency: IdempotencyClaim | null;
  actor: Actor;
  /** The API request that caused this, `req_…`, or null. */
  requestId: string | null;
  /** The id that ties a whole operation together; the first command's id unless the caller gave one. */
  correlationId: string;
  /** The command or event that caused this command, or null for a caller's own. */
  causationId: string | null;
  /** Milliseconds since the epoch. */
  issuedAtMs: number;
  /** A command first seen after this instant is refused with `command_expired` and never acts. Ms since the epoch. */
  deadlineAtMs: number;
  /** Say what would happen and store nothing, not even the use of the Idempotency-Key. Never false: it is there or not. */
  dryRun?: true;
  payload: TPayload;
}

/** A command without its envelope: all that a decision looks at. */
export type CommandBody<TCommand extends Command> = {
  [TOne in TCommand as TOne['type']]: Pick<TOne, 'type' | 'payload'>;
}[TCommand['type']];

/** How long after the request a command may still take effect, in milliseconds (docs/explanation/architecture.md, The bus). */
export const COMMAND_LIFETIME_MS = 30_000;

/** What is its own about a command that no client asked for. */
export type SystemCommandParts = Pick<Command, 'commandId' | 'type' | 'streamId' | 'accountId' | 'livemode' | 'payload'> &
  Partial<Pick<Command, 'correlationId' | 'causationId'>> & {
    /** The name of the reactor, job or partner that sends it. */
    actorId: string;
    /** Milliseconds since the epoch. */
    nowMs: number;
  };

/** A command of a follower, a timer or a partner's callback. It begins an operation of its own unless its cause is given. */
export function systemCommand({ actorId, nowMs, ...parts }: SystemCommandParts): Command {
  return {
    correlationId: parts.commandId,
    causationId: null,
    ...parts,
    idempotency: null,
    actor: { kind: 'system', id: actorId, address: null },
    requestId: null,
    issuedAtMs: nowMs,
    deadlineAtMs: nowMs + COMMAND_LIFETIME_MS,
  };
}

/** The settled answer to a command. It is stored with the command and is the same however often it is asked for. */
export interface Reply {
  commandId: string;
  streamId: string;
  /** HTTP status of the outcome: 2xx, 402 for a stored decline, or the status of the refusal. */
  status: number;
  /** The resource as JSON text for an accepted command, kept as text so that a replay is equal to the byte. */
  body: string | null;
  refusal: Refusal | null;
  /** True when another request with the same Idempotency-Key was answered with this before. */
  replayed: boolean;
  /** The request that was answered with this before; absent for the first answer. */
  requestId?: string;
  /** Position of the last event this command appended in its shard, or null when it appended none. */
  position: string | null;
}
