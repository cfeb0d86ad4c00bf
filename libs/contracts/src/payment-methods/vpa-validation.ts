import { ApiProperty } from '../api-property';
import { Required, Vpa } from '../checks/field-checks';
import { Example, RequestExamples } from '../examples';

/** The body of `POST /v1/payment_methods/validate_vpa`. */
@RequestExamples({ sandbox: { summary: 'A UPI address of the sandbox', value: { vpa: 'success@sandbox' } } })
export class ValidateVpaDto {
  @ApiProperty({ example: 'success@sandbox' })
  @Required()
  @Vpa()
  vpa!: string;
}

/** Whether a UPI address exists. */
@Example<VpaValidation>({ object: 'vpa_validation', livemode: false, vpa: 'success@sandbox', valid: true, customer_name: 'ASHA VERMA' })
export class VpaValidation {
  @ApiProperty({ type: String, enum: ['vpa_validation'] }) object!: 'vpa_validation';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, example: 'success@sandbox', description: 'In lower case.' }) vpa!: string;
  @ApiProperty({ type: Boolean, description: 'Whether it exists. A payment from it may be declined all the same.' }) valid!: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'Whose it is, where the bank says so. Null with a publishable key.' })
  customer_name!: string | null;
}
