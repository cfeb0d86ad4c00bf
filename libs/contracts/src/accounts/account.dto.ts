import { Email, Phone, Text, WebUrl } from '../checks/field-checks';
import { MetadataPatch } from '../checks/metadata-checks';
import { Nested } from '../checks/nested';
import { OptionalField } from '../checks/optional-field';

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

  @OptionalField({ example: { crm: 'A-17' } })
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;
}
