import { ApiProperty, ApiPropertyOptional } from '../api-property';
import { DELIVERY_ORDERINGS, DISABLED_REASONS, SIGNING_CHOICES } from './commands';
import type { DeliveryOrdering, DisabledReason, SigningChoice } from './commands';
import { EXAMPLE_IDS, Example, ExampleOf } from '../examples';

const unixSeconds = (description: string) => ({ type: 'integer' as const, nullable: true, description: `${description} Unix seconds.` });

/** The last attempt. */
export class LastDelivery {
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) at!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Null when no answer came. While several deliveries fail, that of one of them.',
  })
  status_code!: number | null;
}

/** A webhook endpoint as the API shows it. Every field is always present, null when empty. */
@ExampleOf('webhook_endpoint.created')
export class WebhookEndpointResource {
  @ApiProperty({ type: String, pattern: '^we_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['webhook_endpoint'] }) object!: 'webhook_endpoint';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, example: 'https://shop.example.com/hooks/hundi' }) url!: string;
  @ApiProperty({ type: [String], example: ['payment.*', 'refund.processed'] }) enabled_events!: string[];
  @ApiProperty({ type: String, enum: ['enabled', 'disabled', 'deleted'], description: 'deleted in its last event only.' })
  status!: 'enabled' | 'disabled' | 'deleted';
  @ApiProperty({ type: String, nullable: true, enum: DISABLED_REASONS }) disabled_reason!: DisabledReason | null;
  @ApiProperty(unixSeconds('Since when it gets nothing.')) disabled_at!: number | null;
  @ApiProperty({ type: String, nullable: true }) description!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: String, description: 'The last four characters of the current secret.', example: 'x9Q=' }) secret_hint!: string;
  @ApiProperty(unixSeconds('Until when deliveries are signed with an earlier secret too.')) previous_secret_expires_at!: number | null;
  @ApiProperty({ type: String, format: 'date', description: 'Version of the bodies that it gets.' }) api_version!: string;
  @ApiProperty({ type: String, enum: SIGNING_CHOICES }) signing!: SigningChoice;
  @ApiProperty({ type: String, enum: DELIVERY_ORDERINGS }) ordering!: DeliveryOrdering;
  @ApiProperty({ type: 'integer' }) max_in_flight!: number;
  @ApiProperty({ type: 'integer', nullable: true }) rate_per_second!: number | null;
  @ApiProperty({ type: 'integer' }) timeout_ms!: number;
  @ApiProperty({ type: [String], description: 'Names of the own headers; their values are not shown.' }) header_names!: string[];
  @ApiProperty(unixSeconds('Since when deliveries have failed without a success; null while all is well.')) failing_since_at!:
    number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Deliveries not ended yet, counted up to 10,000 when the endpoint is read; null in events and in answers to writes.',
  })
  pending_deliveries!: number | null;
  @ApiProperty({ type: () => LastDelivery, nullable: true, description: 'Null before the first, in events and in answers to writes.' })
  last_delivery!: LastDelivery | null;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}

/** An endpoint with its secret, as creating it and rotating the secret answer. */
export class WebhookEndpointWithSecret extends WebhookEndpointResource {
  @ApiProperty({
    type: String,
    nullable: true,
    pattern: '^whsec_',
    description: 'The key to verify signatures with. Shown here only; null in a dry run, and once the endpoint is deleted.',
  })
  secret!: string | null;
}

/** An endpoint as creating it answers. */
export class CreatedWebhookEndpoint extends WebhookEndpointWithSecret {
  @ApiProperty({
    type: String,
    nullable: true,
    pattern: '^whr_[0-9A-Za-z]{24}$',
    description: 'With `start_from`: the replay that brings what happened since. See GET /v1/webhook_replays/{id}.',
  })
  replay_id!: string | null;
}

/** What could have been missed. */
export class SuggestedReplay {
  @ApiProperty({ type: 'integer', description: 'When the endpoint was disabled. Unix seconds' }) since!: number;
  @ApiProperty({ type: String, enum: ['missed'] }) include!: 'missed';
}

/** An endpoint as enabling it answers. */
export class EnabledWebhookEndpoint extends WebhookEndpointResource {
  @ApiPropertyOptional({ type: () => SuggestedReplay, description: 'The body of a replay that brings what was missed meanwhile.' })
  suggested_replay?: SuggestedReplay;
}

/** What deleting an endpoint answers. */
@Example<DeletedWebhookEndpoint>({ id: EXAMPLE_IDS.webhookEndpoint, object: 'webhook_endpoint', deleted: true })
export class DeletedWebhookEndpoint {
  @ApiProperty({ type: String, pattern: '^we_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['webhook_endpoint'] }) object!: 'webhook_endpoint';
  @ApiProperty({ type: Boolean, enum: [true] }) deleted!: true;
}

/** An ed25519 public key as RFC 8037 writes it. */
export class PublicJwk {
  @ApiProperty({ type: String, enum: ['OKP'] }) kty!: 'OKP';
  @ApiProperty({ type: String, enum: ['Ed25519'] }) crv!: 'Ed25519';
  @ApiProperty({ type: String, description: 'The 32 bytes of the key, base64url.' }) x!: string;
  @ApiProperty({ type: String, description: 'Fingerprint: names the key in the log of attempts.' }) kid!: string;
  @ApiProperty({ type: String, enum: ['sig'] }) use!: 'sig';
  @ApiProperty({ type: String, enum: ['EdDSA'] }) alg!: 'EdDSA';
}

/** A key that `v1a` signatures of an endpoint are verified with. */
export class WebhookPublicKey {
  @ApiProperty({ type: String, pattern: '^whpk_', description: 'The raw key as Standard Webhooks writes it.' }) public_key!: string;
  @ApiProperty({ type: () => PublicJwk }) jwk!: PublicJwk;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty(unixSeconds('Null for the current one.')) expires_at!: number | null;
}

/** The public keys of an endpoint that sign now, the newest first. */
@Example<WebhookPublicKeys>({
  object: 'list',
  data: [
    {
      public_key: 'whpk_CYs3IZqGhU7QE/VZsXvWVhOxryC8nap6kOVPCsJhgLk=',
      jwk: {
        kty: 'OKP',
        crv: 'Ed25519',
        x: 'CYs3IZqGhU7QE_VZsXvWVhOxryC8nap6kOVPCsJhgLk',
        kid: '2995001d9874dd90',
        use: 'sig',
        alg: 'EdDSA',
      },
      created_at: 1_795_219_200,
      expires_at: null,
    },
  ],
})
export class WebhookPublicKeys {
  @ApiProperty({ type: String, enum: ['list'] }) object!: 'list';
  @ApiProperty({ type: [WebhookPublicKey] }) data!: WebhookPublicKey[];
}
