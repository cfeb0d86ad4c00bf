import { ApiProperty } from '../api-property';
import { PERSONAL } from '../encrypted';
import {
  CLIENT_AUTH_METHODS,
  CLIENT_TYPES,
  GRANT_TYPES,
  type ClientAuthMethod,
  type ClientType,
  type GrantType,
  type AppJwkSet,
} from './commands';
import { EXAMPLE_IDS, Example, ExampleOf } from '../examples';

export const APP_STATUSES = ['active', 'disabled', 'deleted'] as const;
export type AppStatus = (typeof APP_STATUSES)[number];

const id = { type: String, pattern: '^app_[0-9A-Za-z]{24}$' };
const text = { type: String, nullable: true } as const;

/** An OAuth client, as its account sees it. */
// No more of it than its kind and mode: what looks like a key is searched for.
@ExampleOf<AppResource>('app.created', { client_secret: 'ocs_test_…' })
export class AppResource {
  @ApiProperty({ ...id, description: 'The `client_id`.' }) id!: string;
  @ApiProperty({ type: String, enum: ['app'] }) object!: 'app';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, example: 'Books' }) name!: string;
  @ApiProperty(text) description!: string | null;
  @ApiProperty(text) homepage_url!: string | null;
  @ApiProperty(text) privacy_url!: string | null;
  @ApiProperty({ ...text, description: 'Always null so far.' }) logo_file_id!: null;
  @ApiProperty({ type: String, enum: CLIENT_TYPES }) client_type!: ClientType;
  @ApiProperty({ type: [String], example: ['https://books.example.com/back'] }) redirect_uris!: readonly string[];
  @ApiProperty({ type: [String], example: ['payments:read'] }) allowed_scopes!: readonly string[];
  @ApiProperty({ enum: GRANT_TYPES, isArray: true }) grant_types!: readonly GrantType[];
  @ApiProperty({ type: String, enum: CLIENT_AUTH_METHODS }) token_endpoint_auth_method!: ClientAuthMethod;
  @ApiProperty({ type: 'object', nullable: true, additionalProperties: true }) jwks!: AppJwkSet | null;
  @ApiProperty({ type: Boolean }) dpop_required!: boolean;
  @ApiProperty({ ...text, description: 'Where it is made or rolled alone.', ...PERSONAL }) client_secret!: string | null;
  @ApiProperty({ ...text, example: 'ocs_test_0Vbg…QmVp' }) client_secret_hint!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Unix seconds' }) previous_secret_expires_at!: number | null;
  @ApiProperty({ type: Boolean, description: 'Whether the operator knows who runs it.' }) is_verified!: boolean;
  @ApiProperty({ type: String, enum: APP_STATUSES }) status!: AppStatus;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}

/** The answer to a deletion. */
@Example<DeletedApp>({ id: EXAMPLE_IDS.app, object: 'app', deleted: true })
export class DeletedApp {
  @ApiProperty(id) id!: string;
  @ApiProperty({ type: String, enum: ['app'] }) object!: 'app';
  @ApiProperty({ type: Boolean, enum: [true] }) deleted!: true;
}
