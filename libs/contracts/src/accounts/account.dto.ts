import { Email, IntegerWithin, Phone, Text, WebUrl } from '../checks/field-checks';
import { MetadataPatch } from '../checks/metadata-checks';
import { Nested } from '../checks/nested';
import { OptionalField } from '../checks/optional-field';
import { REQUEST_LOG_DAYS_MAX } from '../request-logs/request-log.resource';

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

/** What the account decides for itself, as sent. */
export class AccountSettingsDto {
  @OptionalField({ description: 'Days for which requests are kept; 0: none is. Null: 7.', example: 7 })
  @IntegerWithin(0, REQUEST_LOG_DAYS_MAX)
  request_log_days?: number | null;
}

/** The body of `PATCH /v1/account`: what is left out stays, null empties. */
export class UpdateAccountDto {
  @OptionalField({ minLength: 1, example: 'Acme Software' })
  @Text(100)
  name?: string | null;

  @OptionalField({ description: 'Whom payers may turn to. What is left out of it stays.' })
  @Nested(() => AccountSupportDto)
  support?: AccountSupportDto | null;

  @OptionalField({ description: 'What statements of payers show, where a payment says nothing else.', example: 'ACME SOFTWARE' })
  @Text(22)
  statement_descriptor?: string | null;

  @OptionalField({ description: 'What is left out of it stays.' })
  @Nested(() => AccountSettingsDto)
  settings?: AccountSettingsDto | null;

  @OptionalField({ example: { crm: 'A-17' } })
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;
}
