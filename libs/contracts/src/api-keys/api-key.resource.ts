import { ApiProperty } from '../api-property';
import { PERSONAL } from '../encrypted';
import { API_KEY_KINDS, API_KEY_REVOKED_REASONS, type ApiKeyKind, type ApiKeyRevokedReason } from './commands';
import { EXAMPLE_IDS, Example, ExampleOf } from '../examples';

export const API_KEY_STATUSES = ['active', 'expired', 'revoked'] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

const MAKERS = ['user', 'api_key', 'app', 'operator', 'system'] as const;

/** Who made a key. */
export class ApiKeyMaker {
  @ApiProperty({ type: String, enum: MAKERS }) type!: (typeof MAKERS)[number];
  @ApiProperty({ type: String }) id!: string;
}

const time = { type: 'integer', nullable: true, description: 'Unix seconds' } as const;
const keyId = { type: String, nullable: true, pattern: '^key_[0-9A-Za-z]{24}$' };

/** An API key, as the API shows it. */
// No more of it than its kind and mode: what looks like a key is searched for.
@ExampleOf<ApiKeyResource>('api_key.created', { secret: 'rk_test_…' })
export class ApiKeyResource {
  @ApiProperty({ type: String, pattern: '^key_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['api_key'] }) object!: 'api_key';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, enum: API_KEY_KINDS }) kind!: ApiKeyKind;
  @ApiProperty({ type: String, example: 'Nightly export' }) name!: string;
  @ApiProperty({ type: [String], description: 'What a restricted key may do; empty for the other kinds.', example: ['payments:read'] })
  scopes!: readonly string[];
  @ApiProperty({
    type: [String],
    description: 'Addresses and ranges it may be used from; anywhere when empty.',
    example: ['203.0.113.0/24'],
  })
  allowed_addresses!: readonly string[];
  @ApiProperty({ type: String, enum: API_KEY_STATUSES }) status!: ApiKeyStatus;
  @ApiProperty({ type: String, example: 'rk_test_0Vbg…QmVp', description: 'To recognize it by.' }) hint!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The key: where it is made, and always of a publishable one, which is no secret.',
    ...PERSONAL,
  })
  secret!: string | null;
  @ApiProperty({ type: () => ApiKeyMaker }) created_by!: ApiKeyMaker;
  @ApiProperty({ ...time, description: 'Unix seconds; null: never.' }) expires_at!: number | null;
  @ApiProperty({ ...time, description: 'Unix seconds, within a minute. Null in events, and of a key that was never used.' })
  last_used_at!: number | null;
  @ApiProperty({ type: String, nullable: true, example: '203.0.113.7' }) last_used_address!: string | null;
  @ApiProperty({ ...keyId, description: 'The key whose place it took.' }) rolled_from!: string | null;
  @ApiProperty({ ...keyId, description: 'The key that took its place; it works until `expires_at`.' }) rolled_to!: string | null;
  @ApiProperty(time) revoked_at!: number | null;
  @ApiProperty({ type: String, nullable: true, enum: API_KEY_REVOKED_REASONS }) revoked_reason!: ApiKeyRevokedReason | null;
  @ApiProperty({ ...time, description: 'Unix seconds: when it was first reported as leaked, where the account wants to decide about it.' })
  leak_reported_at!: number | null;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}

/** The answer to a revocation. The key is still shown, as revoked. */
@Example<DeletedApiKey>({ id: EXAMPLE_IDS.apiKey, object: 'api_key', deleted: true })
export class DeletedApiKey {
  @ApiProperty({ type: String, pattern: '^key_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['api_key'] }) object!: 'api_key';
  @ApiProperty({ type: Boolean, enum: [true] }) deleted!: true;
}

/** The answer to every report of a leaked key. */
export class LeakReported {
  @ApiProperty({ type: Boolean, enum: [true] }) received!: true;
}
