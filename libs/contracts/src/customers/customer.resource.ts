import { ApiProperty } from '../api-property';
import { PERSONAL } from '../encrypted';
import { CustomerBalance } from './balance-transactions';
import { GST_CATEGORIES, type GstCategory } from './commands';
import { EXAMPLE_IDS, Example, ExampleOf } from '../examples';

/** How far the identity of a customer is verified. */
export const KYC_STATUSES = ['none', 'pending', 'verified'] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];

const text = (example?: string) => ({ type: String, nullable: true, ...(example && { example }) });
/** What is searched cannot be sealed, and what is not sealed outlives the key (docs/decisions/0013-personal-values-are-sealed.md). */
export const NOT_ERASED =
  'Nothing personal here: an erasure empties it in the record, but past events, `as_of` and stored webhook bodies still show it.';
const personal = (example: string) => ({ ...text(example), ...PERSONAL });

/** Where a customer lives or is billed. */
export class CustomerAddress {
  @ApiProperty(text('12 MG Road')) line1!: string | null;
  @ApiProperty(text('Indiranagar')) line2!: string | null;
  @ApiProperty(text('Bengaluru')) city!: string | null;
  @ApiProperty({ ...text('29'), description: 'In India, where it is known: the GST code.' }) state!: string | null;
  @ApiProperty(text('560038')) postal_code!: string | null;
  @ApiProperty({ ...text('IN'), description: 'ISO 3166-1, two letters.' }) country!: string | null;
}

/** What erasing a customer answers. */
@Example<DeletedCustomer>({ id: EXAMPLE_IDS.customer, object: 'customer', deleted: true })
export class DeletedCustomer {
  @ApiProperty({ type: String, pattern: '^cust_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['customer'] }) object!: 'customer';
  @ApiProperty({ type: Boolean, enum: [true] }) deleted!: true;
}

/**
 * A customer as the API shows it. Every field is always present, null when empty; of a deleted one all
 * personal fields are null.
 */
@ExampleOf('customer.created')
export class CustomerResource {
  @ApiProperty({ type: String, pattern: '^cust_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['customer'] }) object!: 'customer';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty(personal('Asha Verma')) name!: string | null;
  @ApiProperty(personal('asha@example.com')) email!: string | null;
  @ApiProperty({ ...personal('+919876543210'), description: 'E.164.' }) phone!: string | null;
  @ApiProperty(personal('29AAGCB7383J1Z4')) gstin!: string | null;
  @ApiProperty({ type: String, enum: GST_CATEGORIES }) gst_category!: GstCategory;
  @ApiProperty({ type: () => CustomerAddress, nullable: true, ...PERSONAL }) address!: CustomerAddress | null;
  @ApiProperty(personal('Prefers to be called in the evening')) description!: string | null;
  @ApiProperty({ ...text('user-1001'), description: `Your own number of the customer. ${NOT_ERASED}` }) reference_id!: string | null;
  @ApiProperty(text()) default_payment_method_id!: string | null;
  @ApiProperty({ type: String, enum: KYC_STATUSES }) kyc_status!: KycStatus;
  @ApiProperty({
    type: 'object',
    description: `Your own keys and values. ${NOT_ERASED}`,
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
  })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({
    type: () => CustomerBalance,
    isArray: true,
    description: 'Credit, and what the next invoice charges beyond its lines: one entry of each currency in which it is not zero.',
  })
  balances!: CustomerBalance[];
  @ApiProperty({ ...text(), description: 'The test clock by whose time it lives.' }) test_clock_id!: string | null;
  @ApiProperty({ type: Boolean, description: 'True once erased; the record stays, its personal fields are gone.' }) deleted!: boolean;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}
