import { ACCOUNT_STATUSES, type AccountStatus } from '../accounts/account.resource';
import { ApiProperty } from '../api-property';

const text = { type: String } as const;
const textOrNull = { type: String, nullable: true } as const;
const seconds = { type: 'integer', description: 'Unix seconds' } as const;
const secondsOrNull = { ...seconds, nullable: true } as const;

/** An account, as operators see it. */
export class OperatorAccount {
  @ApiProperty(text) id!: string;
  @ApiProperty({ type: String, enum: ['account'] }) object!: 'account';
  @ApiProperty(text) name!: string;
  @ApiProperty({ type: String, enum: ACCOUNT_STATUSES }) status!: AccountStatus;
  @ApiProperty({ type: Boolean }) live_enabled!: boolean;
  @ApiProperty(secondsOrNull) live_enabled_at!: number | null;
  @ApiProperty(secondsOrNull) live_requested_at!: number | null;
  @ApiProperty(textOrNull) legal_name!: string | null;
  @ApiProperty(textOrNull) website!: string | null;
  @ApiProperty({ type: 'integer' }) members!: number;
  @ApiProperty(seconds) created_at!: number;
}

/** A page of them. */
export class OperatorAccountList {
  @ApiProperty({ type: () => [OperatorAccount] }) data!: OperatorAccount[];
  @ApiProperty({ type: Boolean }) has_more!: boolean;
  @ApiProperty({ ...textOrNull, description: '`starting_after` of the next page.' }) next_cursor!: string | null;
}

/** A verification that waits for a person. Nothing of it identifies anybody. */
export class WaitingReviewResource {
  @ApiProperty(text) id!: string;
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty(text) account_id!: string;
  @ApiProperty(text) customer_id!: string;
  @ApiProperty(text) document_type!: string;
  @ApiProperty(text) reason_code!: string;
  @ApiProperty({ type: Number, nullable: true }) name_match_score!: number | null;
  @ApiProperty(textOrNull) provider!: string | null;
  @ApiProperty(textOrNull) provider_reference!: string | null;
  @ApiProperty(seconds) created_at!: number;
}

/** The oldest thousand. */
export class WaitingReviewList {
  @ApiProperty({ type: () => [WaitingReviewResource] }) data!: WaitingReviewResource[];
  @ApiProperty({ type: Boolean }) has_more!: boolean;
}

/** Money that no timer and no processor will settle. */
export class HeldMoneyResource {
  @ApiProperty({ ...text, description: 'Of a payment or a refund.' }) id!: string;
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty(text) account_id!: string;
  @ApiProperty({ type: String, enum: ['wrong_amount', 'refunded_twice', 'refund_pending', 'refund_contradicted'] }) why!: string;
  @ApiProperty(text) status!: string;
  @ApiProperty({ type: 'integer', description: 'Minor units' }) amount!: number;
  @ApiProperty(text) currency!: string;
  @ApiProperty(seconds) created_at!: number;
}

/** The oldest thousand. */
export class HeldMoneyList {
  @ApiProperty({ type: () => [HeldMoneyResource] }) data!: HeldMoneyResource[];
  @ApiProperty({ type: Boolean }) has_more!: boolean;
}

/** What was decided about, as it stands now. */
export class DecidedObject {
  @ApiProperty(text) id!: string;
  @ApiProperty(text) object!: string;
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty(text) status!: string;
}
