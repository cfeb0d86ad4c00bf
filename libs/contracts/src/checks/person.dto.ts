import { OptionalField } from './optional-field';
import { Email, Phone, Text } from './field-checks';

/** How a person is called and reached, as sent. All of it is sealed (decision 13). */
export class PersonDto {
  @OptionalField({ example: 'Asha Verma' })
  @Text(100)
  name?: string | null;

  @OptionalField({ example: 'asha@example.com' })
  @Email()
  email?: string | null;

  @OptionalField({
    description: 'E.164; bare ten digits mean +91. An Indian number must be a mobile number, which starts with 6 to 9.',
    example: '+919876543210',
  })
  @Phone()
  phone?: string | null;
}
