import { ApiProperty } from '../api-property';
import { PERSONAL } from '../encrypted';
import { TAX_BEHAVIORS, type TaxBehavior } from '../plans/commands';
import { GST_REGISTRATIONS, type GstRegistration } from './commands';
import { ExampleOf } from '../examples';

const text = (example?: string) => ({ type: String, nullable: true, ...(example && { example }) });

/** Where the seller is, as printed on invoices. */
export class TaxSettingsAddress {
  @ApiProperty(text('12 MG Road')) line1!: string | null;
  @ApiProperty(text()) line2!: string | null;
  @ApiProperty(text('Bengaluru')) city!: string | null;
  @ApiProperty(text('560038')) postal_code!: string | null;
}

/**
 * What invoices of an account in one mode say of the seller, and how they are taxed and numbered. There is one of each account and
 * mode, with what is usual until the first change.
 */
@ExampleOf('tax_settings.updated')
export class TaxSettingsResource {
  @ApiProperty({ type: String, pattern: '^tax_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['tax_settings'] }) object!: 'tax_settings';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty(text('Acme Software Private Limited')) legal_name!: string | null;
  @ApiProperty({ ...text('29AAGCB7383J1Z4'), ...PERSONAL }) gstin!: string | null;
  @ApiProperty({ ...text('29'), description: 'GST code of your state.' }) state_code!: string | null;
  @ApiProperty({ type: () => TaxSettingsAddress, nullable: true }) address!: TaxSettingsAddress | null;
  @ApiProperty({ type: String, enum: GST_REGISTRATIONS }) registration!: GstRegistration;
  @ApiProperty(text('998431')) default_sac!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, example: 1800, description: 'Basis points: 1800 is 18 %.' })
  default_rate_bps!: number | null;
  @ApiProperty({ type: String, enum: TAX_BEHAVIORS, description: '`inclusive`: prices contain the tax.' }) behavior!: TaxBehavior;
  @ApiProperty({ type: String, example: 'INV' }) invoice_prefix!: string;
  @ApiProperty({ type: String, example: 'CN' }) credit_note_prefix!: string;
  @ApiProperty({ type: Boolean }) round_to_rupee!: boolean;
  @ApiProperty(text()) lut_reference!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Unix seconds of the first change.' }) created_at!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Unix seconds' }) updated_at!: number | null;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Public events so far.' }) sequence!: number;
}
