import { ApiProperty } from '../api-property';
import { EXAMPLE_IDS, Example, ExampleOf } from '../examples';

/** What can be saved. */
export const SAVED_METHOD_TYPES = ['card', 'upi'] as const;
export type SavedMethodType = (typeof SAVED_METHOD_TYPES)[number];

export const SAVED_METHOD_STATUSES = ['attached', 'detached'] as const;
export type SavedMethodStatus = (typeof SAVED_METHOD_STATUSES)[number];

const text = (example?: string) => ({ type: String, nullable: true, ...(example && { example }) });

/** A saved card, as far as the rules let anybody keep one: never its number. */
export class SavedCard {
  @ApiProperty({ type: String, example: 'visa' }) network!: string;
  @ApiProperty({ type: String, example: '0005' }) last4!: string;
  @ApiProperty({ ...text('12/2030'), description: 'MM/YYYY' }) expiry!: string | null;
  @ApiProperty({ type: Boolean }) international!: boolean;
  @ApiProperty({ type: Boolean, description: 'Kept as a token of its network.' }) network_token!: boolean;
}

/** A saved UPI address. */
export class SavedUpi {
  @ApiProperty({ type: String, example: 'success@sandbox' }) vpa!: string;
}

/** What removing a saved instrument answers. */
@Example<DeletedPaymentMethod>({ id: EXAMPLE_IDS.paymentMethod, object: 'payment_method', deleted: true })
export class DeletedPaymentMethod {
  @ApiProperty({ type: String, pattern: '^pm_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['payment_method'] }) object!: 'payment_method';
  @ApiProperty({ type: Boolean, enum: [true] }) deleted!: true;
}

/** A saved instrument of a customer. Every field is always present, null when empty. */
@ExampleOf('payment_method.attached')
export class PaymentMethodResource {
  @ApiProperty({ type: String, pattern: '^pm_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['payment_method'] }) object!: 'payment_method';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, pattern: '^cust_[0-9A-Za-z]{24}$' }) customer_id!: string;
  @ApiProperty({ type: String, enum: SAVED_METHOD_TYPES }) type!: SavedMethodType;
  @ApiProperty({ type: String, enum: SAVED_METHOD_STATUSES }) status!: SavedMethodStatus;
  @ApiProperty({ type: () => SavedCard, nullable: true }) card!: SavedCard | null;
  @ApiProperty({ type: () => SavedUpi, nullable: true }) upi!: SavedUpi | null;
  @ApiProperty({
    ...text('Zk3vJ0m2Qw8rT5yB1nXc4A'),
    description: 'A keyed digest, equal for the same card or address.',
  })
  fingerprint!: string | null;
  @ApiProperty({ ...text(), description: 'The payment it was saved with.' }) payment_id!: string | null;
  @ApiProperty({ type: Boolean, description: 'True once removed.' }) deleted!: boolean;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}
