import { ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { Email, Phone, Text } from './field-checks';

/** How a person is called and reached, as sent. All of it is sealed (decision 13). */
export class PersonDto {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 100, example: 'Asha Verma' })
  @IsOptional()
  @Text(100)
  name?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 254, format: 'email', example: 'asha@example.com' })
  @IsOptional()
  @Email()
  email?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 32,
    description: 'E.164; bare ten digits mean +91. An Indian number must be a mobile number, which starts with 6 to 9.',
    example: '+919876543210',
  })
  @IsOptional()
  @Phone()
  phone?: string | null;
}
