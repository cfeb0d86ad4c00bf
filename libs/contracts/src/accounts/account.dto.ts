import {
  Email,
  IntegerWithin,
  ListOf,
  Matching,
  OneOf,
  Phone,
  Text,
  TrueOrFalse,
  WebUrl,
  StatementDescriptor,
} from '../checks/field-checks';
import { MetadataPatch } from '../checks/metadata-checks';
import { Nested } from '../checks/nested';
import { OptionalField } from '../checks/optional-field';
import { Emails } from '../checks/text-list';
import { PAYMENT_METHODS, type PaymentMethod } from '../payments/payment-method';
import { REQUEST_LOG_DAYS_MAX } from '../request-logs/request-log.resource';
import {
  AFTER_DUNNING,
  DEVELOPER_CONTACTS_MAX,
  LATE_AUTHORIZATION_POLICIES,
  ON_LEAK,
  type AfterDunning,
  type LateAuthorizationPolicy,
  type OnLeak,
} from './account-rules';
import { RequestExamples } from '../examples';

/** Whom payers may turn to, as sent. */
export class AccountSupportDto {
  @OptionalField({ example: 'help@example.com' })
  @Email()
  email?: string | null;

  @OptionalField({ example: '+919876543210' })
  @Phone()
  phone?: string | null;

  @OptionalField({ example: 'https://example.com/help' })
  @WebUrl()
  url?: string | null;
}

/** How the account looks on pages for payers, as sent. */
export class AccountBrandingDto {
  @OptionalField({ description: 'The name of the account unless given.', example: 'Acme' })
  @Text(100)
  display_name?: string | null;

  @OptionalField({ example: '#0a5cff' })
  @Matching(/^#[0-9a-f]{6}$/i, { code: 'parameter_invalid', message: 'must be a color as #rrggbb, for example #0a5cff.' })
  color?: string | null;
}

/** What the account decides for itself, as sent. */
export class AccountSettingsDto {
  @OptionalField({ description: 'Days for which requests are kept; 0: none is. Null: 7.', example: 7 })
  @IntegerWithin(0, REQUEST_LOG_DAYS_MAX)
  request_log_days?: number | null;

  @OptionalField({
    description:
      'What to do with money that turns up after a payment had failed, expired or been cancelled. For payments created from then on. Null: what holds for every account, but money for a payment that you cancelled goes back.',
  })
  @OneOf(LATE_AUTHORIZATION_POLICIES)
  late_authorization?: LateAuthorizationPolicy | null;

  @OptionalField({
    description:
      'What happens when no try of a subscription is left, or none was made for `HALT_AFTER_DAYS`. `halt`: nothing is debited until the customer pays. `cancel`: the subscription, and its open invoices stay open. `mark_uncollectible`: its overdue invoices, and it goes on as active. `leave_past_due`: nothing. As it is then. Null: `halt`.',
  })
  @OneOf(AFTER_DUNNING)
  after_dunning?: AfterDunning | null;

  @OptionalField({ description: 'What payers may choose from. Null: all.', example: ['upi', 'card'] })
  @ListOf(PAYMENT_METHODS)
  payment_methods?: PaymentMethod[] | null;

  @OptionalField({
    description:
      'Whether each `reference_id` is paid once. For payments created from then on: when another payment of it is captured, a create is refused, and money that comes all the same goes back.',
  })
  @TrueOrFalse()
  unique_reference_id?: boolean | null;

  @OptionalField({ description: 'E-mail addresses that are written to about keys and webhook endpoints. Null: owners and admins.' })
  @Emails(DEVELOPER_CONTACTS_MAX)
  developer_contacts?: string[] | null;

  @OptionalField({ description: 'Whether only people with a second factor may do anything in the account. By a session only.' })
  @TrueOrFalse()
  require_two_factor?: boolean | null;

  @OptionalField({
    description: 'What becomes of a key that was reported as leaked. A live secret key is always revoked. By a session only.',
  })
  @OneOf(ON_LEAK)
  on_leak?: OnLeak | null;
}

/** The body of `PATCH /v1/account`: what is left out stays, null empties. */
@RequestExamples({
  support: {
    summary: 'Whom payers may turn to',
    value: { support: { email: 'help@example.com' }, statement_descriptor: 'ACME SOFTWARE' },
  },
})
export class UpdateAccountDto {
  @OptionalField({ minLength: 1, example: 'Acme Software' })
  @Text(100)
  name?: string | null;

  @OptionalField({ description: 'Whom payers may turn to. What is left out of it stays.' })
  @Nested(() => AccountSupportDto)
  support?: AccountSupportDto | null;

  @OptionalField({ description: 'How the account looks on pages for payers. What is left out of it stays.' })
  @Nested(() => AccountBrandingDto)
  branding?: AccountBrandingDto | null;

  @OptionalField({ description: 'What statements of payers show, where a payment says nothing else.', example: 'ACME SOFTWARE' })
  @StatementDescriptor()
  statement_descriptor?: string | null;

  @OptionalField({ description: 'What is left out of it stays.' })
  @Nested(() => AccountSettingsDto)
  settings?: AccountSettingsDto | null;

  @OptionalField({ example: { crm: 'A-17' } })
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;
}
