import { ApiProperty } from '../api-property';
import { MAX_AMOUNT_MINOR } from '../money';
import { INTERVAL_UNITS, TAX_BEHAVIORS, type IntervalUnit, type TaxBehavior } from './commands';
import { ExampleOf } from '../examples';

/** How a price is taxed, as the API shows it. */
export class PlanTax {
  @ApiProperty({ type: String, example: '998431', description: 'Services accounting code.' }) sac!: string;
  @ApiProperty({ type: 'integer', minimum: 0, example: 1800, description: 'Basis points: 1800 is 18 %.' }) rate_bps!: number;
  @ApiProperty({ type: String, enum: TAX_BEHAVIORS, description: '`inclusive`: the amount contains the tax.' }) behavior!: TaxBehavior;
}

/** A price that repeats, as the API shows it. Every field is always present, null when empty. */
@ExampleOf('plan.created')
export class PlanResource {
  @ApiProperty({ type: String, pattern: '^plan_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['plan'] }) object!: 'plan';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, example: 'Gold' }) name!: string;
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 1, maximum: MAX_AMOUNT_MINOR, example: 49900 }) amount!: number;
  @ApiProperty({ type: String, example: 'INR' }) currency!: string;
  @ApiProperty({ type: String, enum: INTERVAL_UNITS }) interval!: IntervalUnit;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Charged every so many intervals.' }) interval_count!: number;
  @ApiProperty({ type: String, nullable: true }) description!: string | null;
  @ApiProperty({ type: Boolean, description: 'An inactive plan takes no new subscriptions; those it has go on.' }) active!: boolean;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Days without charge at the start of a subscription.' }) trial_days!: number;
  @ApiProperty({ type: () => PlanTax, nullable: true, description: 'Null: as your tax settings say.' }) tax!: PlanTax | null;
  @ApiProperty({ type: String, nullable: true, example: 'gold-m' }) reference_id!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}
