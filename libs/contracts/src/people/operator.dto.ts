import { ApiProperty } from '../api-property';
import { FilledText, IntegerWithin, OneOf, Required, Text } from '../checks/field-checks';
import { OptionalField } from '../checks/optional-field';
import { REVIEW_DECISIONS, type ReviewDecision } from '../kyc/commands';
import { PAYMENT_RESOLUTIONS } from '../payments/commands';
import { REFUND_RESOLUTIONS } from '../refunds/commands';

/** What may be decided about held money: of a payment, or of a refund. */
export const MONEY_DECISIONS = [...PAYMENT_RESOLUTIONS, ...REFUND_RESOLUTIONS] as const;
export type MoneyDecision = (typeof MONEY_DECISIONS)[number];
const AMOUNT_MAX = 9_999_999_999_999;

/** Why an operator does it. It stands in the audit log of the account. */
export class OperatorNoteDto {
  @ApiProperty({ example: 'Contract signed, ticket 812' }) @Required() @FilledText(500) note!: string;
}

/** Whether the operator knows who runs an app. */
export class VerifyAppDto extends OperatorNoteDto {
  @ApiProperty({ example: 'verified', description: '`unverified` takes it back.' })
  @Required()
  @OneOf(['verified', 'unverified'])
  decision!: 'verified' | 'unverified';
}

/** How a review ends. */
export class DecideReviewDto extends OperatorNoteDto {
  @ApiProperty({ example: 'verified' }) @Required() @OneOf(REVIEW_DECISIONS) decision!: ReviewDecision;
  @OptionalField({ description: 'What was found, as a reason code; left out: what the review is for.' }) @Text(100) reason_code?:
    string | null;
}

/** What became of held money. */
export class ResolveMoneyDto extends OperatorNoteDto {
  @ApiProperty({
    example: 'captured',
    description: '`captured`, `not_captured`, `settled` of a payment; `processed`, `failed` of a refund.',
  })
  @Required()
  @OneOf(MONEY_DECISIONS)
  decision!: MoneyDecision;

  @OptionalField({ description: 'With `captured`: minor units.', example: 49_900 }) @IntegerWithin(1, AMOUNT_MAX) amount?: number | null;
  @OptionalField({ description: 'With `processed`: the number at the bank.', example: 'AXISN52025' }) @Text(50) utr?: string | null;
}
