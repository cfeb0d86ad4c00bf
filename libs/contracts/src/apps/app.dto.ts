import { ApiProperty } from '../api-property';
import { IntegerWithin, ListOf, OneOf, Required, Text, TrueOrFalse, WebUrl } from '../checks/field-checks';
import { OptionalField } from '../checks/optional-field';
import { Texts } from '../checks/text-list';
import { ROLL_OVERLAP_MAX_S } from '../api-keys/commands';
import {
  CLIENT_AUTH_METHODS,
  CLIENT_TYPES,
  GRANT_TYPES,
  REDIRECT_URIS_MAX,
  type ClientAuthMethod,
  type ClientType,
  type GrantType,
  type AppJwkSet,
} from './commands';
import { PublicKeys } from './jwks-field';
import { RequestExamples } from '../examples';

/** Characters of one address to be sent back to, at most. */
const REDIRECT_URI_LENGTH_MAX = 2_048;
const SCOPES_MAX = 100;
const SCOPE_LENGTH_MAX = 60;

/** What making and changing an app have in common. */
class AppFieldsDto {
  @OptionalField({ example: 'Sends invoices to the books.' })
  @Text(500)
  description?: string | null;

  @OptionalField({ example: 'https://books.example.com' })
  @WebUrl()
  homepage_url?: string | null;

  @OptionalField({ example: 'https://books.example.com/privacy' })
  @WebUrl()
  privacy_url?: string | null;

  @OptionalField({ description: 'The most that it may ask for.', example: ['payments:read'] })
  @Texts(SCOPES_MAX, SCOPE_LENGTH_MAX)
  allowed_scopes?: string[] | null;

  @OptionalField({ description: 'Public keys for `private_key_jwt`. None is fetched.' })
  @PublicKeys()
  jwks?: AppJwkSet | null;
}

/** The body of `POST /v1/apps`. */
@RequestExamples({
  server: {
    summary: 'An app that runs on a server',
    value: {
      name: 'Books',
      redirect_uris: ['https://books.example.com/back'],
      allowed_scopes: ['payments:read', 'refunds:read'],
      homepage_url: 'https://books.example.com',
    },
  },
  phone: {
    summary: 'An app at its users, which keeps no secret',
    value: { name: 'Till', client_type: 'public', redirect_uris: ['http://127.0.0.1/back'], allowed_scopes: ['payments:write'] },
  },
})
export class CreateAppDto extends AppFieldsDto {
  @ApiProperty({ minLength: 1, example: 'Books' })
  @Required()
  @Text(100)
  name!: string;

  @OptionalField({
    description: 'https, or http on loopback; compared character by character. None with the grant `client_credentials` alone.',
    example: ['https://books.example.com/back'],
  })
  @Texts(REDIRECT_URIS_MAX, REDIRECT_URI_LENGTH_MAX)
  redirect_uris?: string[] | null;

  @OptionalField({ description: '`confidential` unless given.' })
  @OneOf(CLIENT_TYPES)
  client_type?: ClientType | null;

  @OptionalField({ description: '`authorization_code` and `refresh_token` unless given.' })
  @ListOf(GRANT_TYPES)
  grant_types?: GrantType[] | null;

  @OptionalField({ description: '`client_secret_basic` unless given; `none` of a public app.' })
  @OneOf(CLIENT_AUTH_METHODS)
  token_endpoint_auth_method?: ClientAuthMethod | null;

  @OptionalField({ description: 'Whether its tokens are always bound to a key (RFC 9449); false unless given.' })
  @TrueOrFalse()
  dpop_required?: boolean | null;
}

/** The body of `PATCH /v1/apps/{id}`: what is left out stays, null empties. */
@RequestExamples({ off: { summary: 'No tokens for it any more', value: { status: 'disabled' } } })
export class UpdateAppDto extends AppFieldsDto {
  @OptionalField({ minLength: 1 })
  @Text(100)
  name?: string | null;

  @OptionalField()
  @Texts(REDIRECT_URIS_MAX, REDIRECT_URI_LENGTH_MAX)
  redirect_uris?: string[] | null;

  @OptionalField()
  @OneOf(CLIENT_TYPES)
  client_type?: ClientType | null;

  @OptionalField()
  @ListOf(GRANT_TYPES)
  grant_types?: GrantType[] | null;

  @OptionalField()
  @OneOf(CLIENT_AUTH_METHODS)
  token_endpoint_auth_method?: ClientAuthMethod | null;

  @OptionalField()
  @TrueOrFalse()
  dpop_required?: boolean | null;

  @OptionalField({ description: '`disabled`: it gets no tokens, and those that it has are refused.' })
  @OneOf(['active', 'disabled'])
  status?: 'active' | 'disabled' | null;
}

/** The body of `POST /v1/apps/{id}/roll_secret`. */
@RequestExamples({ hour: { summary: 'Both secrets work for an hour', value: { overlap_seconds: 3600 } } })
export class RollAppSecretDto {
  @OptionalField({ description: 'How long the secret of before goes on working, in seconds: a day unless given.', example: 3600 })
  @IntegerWithin(0, ROLL_OVERLAP_MAX_S)
  overlap_seconds?: number | null;
}
