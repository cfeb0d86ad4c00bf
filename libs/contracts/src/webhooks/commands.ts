import type { Command } from '../command';
import type { Metadata } from '../payments/commands';
import type { SealedText } from '../encrypted';

/** The two signatures of Standard Webhooks: HMAC-SHA256 and ed25519 (docs/reference/webhooks.md, Signatures). */
export type SignatureScheme = 'v1' | 'v1a';

/** Which signatures an endpoint gets. */
export const SIGNING_CHOICES = ['v1', 'v1a', 'both'] as const;
export type SigningChoice = (typeof SIGNING_CHOICES)[number];

/** `resource`: one delivery in flight per resource, in order (docs/reference/webhooks.md, What a receiver can rely on). */
export const DELIVERY_ORDERINGS = ['none', 'resource'] as const;
export type DeliveryOrdering = (typeof DELIVERY_ORDERINGS)[number];

/** Why an endpoint gets nothing (docs/reference/state-machines.md, Webhook endpoint). `admin` is lifted by an operator only. */
export const DISABLED_REASONS = ['merchant', 'failing', 'gone', 'url_blocked', 'admin'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** The notices before an endpoint is disabled: 15 minutes, 24 hours, 72 hours after the first failure (docs/reference/webhooks.md). */
export type FailingLevel = 1 | 2 | 3;

/** What the account chooses about an endpoint. */
export interface EndpointSettings {
  /** Normalized href, checked on save. */
  url: string;
  description: string | null;
  metadata: Metadata;
  /** Exact names, `prefix.*`, `*`. */
  enabledEvents: string[];
  ordering: DeliveryOrdering;
  /** Requests at the same time. */
  maxInFlight: number;
  ratePerSecond: number | null;
  /** Requests that may go at once after a pause; null without a rate. */
  burst: number | null;
  /** Of one attempt, from the look-up of the name to the last byte. */
  timeoutMs: number;
  signing: SigningChoice;
  /** Own request headers: name as sent by the account, value sealed for the endpoint. */
  headers: Record<string, SealedText>;
}

/** A signing key on its way in: made at the gateway, sealed for the endpoint before it left. */
export interface SealedSigningKey {
  alg: SignatureScheme;
  /** `whsec_` and base64 of 32 bytes, or `whsk_` and base64 of 64: the seed of an ed25519 key, then its public key. Sealed. */
  sealed: SealedText;
  /** `whpk_` and base64 of the 32 bytes of an ed25519 public key; null for HMAC. */
  publicKey: string | null;
  /** First 16 hex digits of the SHA-256 of the key: names a key in the log of attempts without telling it. */
  fingerprint: string;
}

/** One new key for each scheme. */
export interface NewSigningKeys {
  keys: SealedSigningKey[];
  /** Last four characters of the `whsec_…`. */
  secretHint: string;
}

export interface CreateEndpointPayload extends EndpointSettings, NewSigningKeys {
  /** Date version of the bodies that it gets; pinned. */
  apiVersion: string;
  /** The replay of what happened before there was this endpoint, when that is asked for. */
  startFrom?: { replayId: string; sinceMs: number };
}

/** What changes about an endpoint: absent keeps. Metadata is merged key by key; headers and filters are replaced whole. */
export interface UpdateEndpointPayload extends Partial<Omit<EndpointSettings, 'metadata'>> {
  metadata?: Record<string, string | number | boolean | null> | null;
  status?: 'enabled' | 'disabled';
  /** Change it only while its `sequence` is this: no change of another request is overwritten unseen. */
  expectedSequence?: number;
}

export interface RotateSecretPayload extends NewSigningKeys {
  /** How long the present keys go on signing beside the new ones, 0 to 604800. 0 also ends whatever older keys there are. */
  gracePeriodSeconds: number;
}

/** What an operator says: kept with the event, and shown to the account in its audit log alone. Who says it is the actor of the command. */
export interface OperatorWord {
  note: string;
}

/** What `webhook_endpoints.ping` brings: it stores no event, and is no command of the aggregate. */
export interface PingPayload {
  /** Whose example of the catalog is sent; `webhook_endpoint.ping` sends the ping itself. */
  eventType: string;
}

/** Command type → payload: everything that can be asked of a webhook endpoint. */
export interface WebhookEndpointCommandPayloads {
  'webhook_endpoints.create': CreateEndpointPayload;
  'webhook_endpoints.update': UpdateEndpointPayload;
  /** `operator` lifts what an operator has disabled. */
  'webhook_endpoints.enable': { operator?: OperatorWord };
  /** By the account (`merchant`), by the dispatcher (`failing`, `gone`, `url_blocked`), by an operator (`admin`). */
  'webhook_endpoints.disable': { reason: DisabledReason; operator?: OperatorWord };
  'webhook_endpoints.rotate_secret': RotateSecretPayload;
  'webhook_endpoints.delete': Record<string, never>;
  /** From the dispatcher: deliveries have failed since then without a success. */
  'webhook_endpoints.note_failing': { level: FailingLevel; failingSinceMs: number };
  /** From the dispatcher: the first success after `note_failing`. */
  'webhook_endpoints.note_recovered': Record<string, never>;
  /** The key of a deleted endpoint is destroyed: its secrets are unreadable. */
  'webhook_endpoints.record_key_destroyed': Record<string, never>;
}

export type WebhookEndpointCommandType = keyof WebhookEndpointCommandPayloads;

export const WEBHOOK_ENDPOINT_COMMAND_TYPES = [
  'webhook_endpoints.create',
  'webhook_endpoints.update',
  'webhook_endpoints.enable',
  'webhook_endpoints.disable',
  'webhook_endpoints.rotate_secret',
  'webhook_endpoints.delete',
  'webhook_endpoints.note_failing',
  'webhook_endpoints.note_recovered',
  'webhook_endpoints.record_key_destroyed',
] as const satisfies readonly WebhookEndpointCommandType[];

export type WebhookEndpointCommand = {
  [TType in WebhookEndpointCommandType]: Command<TType, WebhookEndpointCommandPayloads[TType]>;
}[WebhookEndpointCommandType];
