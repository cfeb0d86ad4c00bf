import { ApiProperty } from '../api-property';
import { PAYMENT_METHODS, UPI_FLOWS, type PaymentMethod, type UpiFlow } from '../payments/payment-method';
import { Example } from '../examples';

const minor = { type: 'integer', format: 'int64', minimum: 0, maximum: 9_007_199_254_740_991 } as const;

/** What one payment may be, in one currency. */
export class OfferLimit {
  @ApiProperty({ type: String, example: 'INR' }) currency!: string;
  @ApiProperty({ ...minor, example: 100 }) min_amount!: number;
  @ApiProperty({ ...minor, example: 10_000_000 }) max_amount!: number;
}

/** A bank of netbanking. */
export class OfferedBank {
  @ApiProperty({ type: String, example: 'SBIN' }) code!: string;
  @ApiProperty({ type: String, example: 'State Bank of India', description: 'For the payer to choose by.' }) name!: string;
  @ApiProperty({ type: Boolean, description: 'A login for companies.' }) corporate!: boolean;
  @ApiProperty({ type: Boolean, description: 'False while the bank is known to be down.' }) available!: boolean;
}

/** One way to pay that can be offered now. Lists that do not belong to the method are null. */
@Example<OfferedMethod>({
  object: 'payment_method_offer',
  type: 'upi',
  available: true,
  limits: [{ currency: 'INR', min_amount: 100, max_amount: 10_000_000 }],
  upi_flows: ['intent', 'qr', 'collect'],
  card_networks: null,
  banks: null,
  manual_capture: true,
  can_be_saved: true,
})
export class OfferedMethod {
  @ApiProperty({ type: String, enum: ['payment_method_offer'] }) object!: 'payment_method_offer';
  @ApiProperty({ type: String, enum: PAYMENT_METHODS }) type!: PaymentMethod;
  @ApiProperty({ type: Boolean, description: 'False while no payment can be made with it, for example because every bank is down.' })
  available!: boolean;
  @ApiProperty({ type: () => OfferLimit, isArray: true, description: 'One for each currency it takes.' }) limits!: OfferLimit[];
  @ApiProperty({ type: String, isArray: true, nullable: true, enum: UPI_FLOWS }) upi_flows!: UpiFlow[] | null;
  @ApiProperty({ type: String, isArray: true, nullable: true, example: ['visa', 'rupay'] }) card_networks!: string[] | null;
  @ApiProperty({ type: () => OfferedBank, isArray: true, nullable: true }) banks!: OfferedBank[] | null;
  @ApiProperty({ type: Boolean, description: 'Whether `capture_method: manual` works with it.' }) manual_capture!: boolean;
  @ApiProperty({ type: Boolean, description: 'Whether it can be saved for a customer.' }) can_be_saved!: boolean;
}
