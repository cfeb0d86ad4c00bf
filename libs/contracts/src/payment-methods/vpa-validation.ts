import { ApiProperty } from '../api-property';
import { Required, Vpa } from '../checks/field-checks';

/** The body of `POST /v1/payment_methods/validate_vpa`. */
export class ValidateVpaDto {
  @ApiProperty({ example: 'success@sandbox' })
  @Required()
  @Vpa()
  vpa!: string;
}

/** Whether a UPI address exists. */
export class VpaValidation {
  @ApiProperty({ type: String, enum: ['vpa_validation'] }) object!: 'vpa_validation';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, example: 'success@sandbox', description: 'In lower case.' }) vpa!: string;
  @ApiProperty({ type: Boolean, description: 'Whether it exists. A payment from it may be declined all the same.' }) valid!: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'Whose it is, where the bank says so. Null with a publishable key.' })
  customer_name!: string | null;
}
