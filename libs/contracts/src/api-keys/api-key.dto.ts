import { ApiProperty } from '../api-property';
import { IntegerWithin, OneOf, Required, Text } from '../checks/field-checks';
import { Metadata, MetadataPatch } from '../checks/metadata-checks';
import { OptionalField } from '../checks/optional-field';
import { Texts } from '../checks/text-list';
import { Instant } from '../instants';
import { API_KEY_KINDS, ROLL_OVERLAP_MAX_S, type ApiKeyKind } from './commands';
import { RequestExamples } from '../examples';

/** Entries of the list of addresses of a key, at most. */
export const ALLOWED_ADDRESSES_MAX = 50;
/** Scopes that a body may name, at most: more than there are. */
const SCOPES_MAX = 100;
const ENTRY_LENGTH_MAX = 60;

/** What making and changing a key have in common. */
class ApiKeyFieldsDto {
  @OptionalField({ description: 'What a restricted key may do: `<group>:read` or `<group>:write`.', example: ['payments:read'] })
  @Texts(SCOPES_MAX, ENTRY_LENGTH_MAX)
  scopes?: string[] | null;

  @OptionalField({ description: 'Addresses and ranges it may be used from; anywhere when empty.', example: ['203.0.113.0/24'] })
  @Texts(ALLOWED_ADDRESSES_MAX, ENTRY_LENGTH_MAX)
  allowed_addresses?: string[] | null;

  @OptionalField({ description: 'When it ends, at least an hour ahead; never unless given.' })
  @Instant()
  expires_at?: number | string | null;
}

/** The body of `POST /v1/api_keys`. */
@RequestExamples({
  restricted: {
    summary: 'A key that reads payments, from one network, for a while',
    value: {
      kind: 'restricted',
      name: 'Nightly export',
      scopes: ['payments:read', 'refunds:read'],
      allowed_addresses: ['203.0.113.0/24'],
      expires_at: 1893456000,
    },
  },
  publishable: { summary: 'A key for a page', value: { kind: 'publishable', name: 'Checkout' } },
})
export class CreateApiKeyDto extends ApiKeyFieldsDto {
  @ApiProperty({ description: '`restricted`, or `publishable` for pages. A secret key is made by a person.', example: 'restricted' })
  @Required()
  @OneOf(API_KEY_KINDS)
  kind!: ApiKeyKind;

  @OptionalField({ minLength: 1, description: 'Named by its kind unless given.', example: 'Nightly export' })
  @Text(100)
  name?: string | null;

  @OptionalField({ example: { team: 'finance' } })
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;
}

/** The body of `PATCH /v1/api_keys/{id}`: what is left out stays, null empties. */
@RequestExamples({ addresses: { summary: 'From anywhere, and without an end', value: { allowed_addresses: [], expires_at: null } } })
export class UpdateApiKeyDto extends ApiKeyFieldsDto {
  @OptionalField({ minLength: 1 })
  @Text(100)
  name?: string | null;

  @OptionalField({ example: { team: 'finance', ticket: null } })
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;
}

/** The body of `POST /v1/api_keys/{id}/roll`. */
@RequestExamples({ hour: { summary: 'Both keys work for an hour', value: { overlap_seconds: 3600 } } })
export class RollApiKeyDto {
  @OptionalField({ description: 'How long the key goes on working beside the new one, in seconds: a day unless given.', example: 3600 })
  @IntegerWithin(0, ROLL_OVERLAP_MAX_S)
  overlap_seconds?: number | null;
}

/** The body of `POST /v1/api_keys/report_leak`. */
export class ReportLeakDto {
  @ApiProperty({ description: 'The whole key, OAuth token or client secret, as it was found.', maxLength: 200 })
  @Required()
  @Text(200)
  key!: string;
}
