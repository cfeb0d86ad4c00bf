import { ApiProperty, ApiPropertyOptional } from '../api-property';
import { PERSONAL } from '../encrypted';
import { PAYMENT_METHODS, type PaymentMethod } from '../payments/payment-method';
import { REQUEST_LOG_DAYS_MAX } from '../request-logs/request-log.resource';
import {
  AFTER_DUNNING,
  DEVELOPER_CONTACTS_MAX,
  LATE_AUTHORIZATION_POLICIES,
  ON_LEAK,
  type AfterDunning,
  type LateAuthorizationPolicy,
  type OnLeak,
} from './account-rules';
import { ROLES, type Role } from './roles';
import { ExampleOf } from '../examples';

export const ACCOUNT_STATUSES = ['active', 'suspended', 'closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

const text = (example?: string) => ({ type: String, nullable: true, ...(example !== undefined && { example }) });

/** Whom payers may turn to. */
export class AccountSupport {
  @ApiProperty(text('help@example.com')) email!: string | null;
  @ApiProperty(text('+919876543210')) phone!: string | null;
  @ApiProperty(text('https://example.com/help')) url!: string | null;
}

/** How the account looks on pages for payers. */
export class AccountBranding {
  @ApiProperty(text('Acme')) display_name!: string | null;
  @ApiProperty(text('#0a5cff')) color!: string | null;
  @ApiProperty({ ...text(), description: 'Always null so far.' }) logo_file_id!: null;
}

/** What the account decides for itself. */
export class AccountSettings {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: REQUEST_LOG_DAYS_MAX, description: 'Days for which requests are kept; 0: none is.' })
  request_log_days!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: [...LATE_AUTHORIZATION_POLICIES, null],
    description: 'What is done with money that turns up after a payment had ended. Null: what holds for every account.',
  })
  late_authorization!: LateAuthorizationPolicy | null;
  @ApiProperty({ type: String, enum: AFTER_DUNNING, description: 'What happens when no try of a subscription is left.' })
  after_dunning!: AfterDunning;
  @ApiProperty({ type: String, enum: PAYMENT_METHODS, isArray: true, description: 'What payers may choose from.' })
  payment_methods!: PaymentMethod[];
  @ApiProperty({ type: Boolean, description: 'Whether each `reference_id` is paid once.' }) unique_reference_id!: boolean;
  @ApiPropertyOptional({
    type: String,
    isArray: true,
    maxItems: DEVELOPER_CONTACTS_MAX,
    description:
      'E-mail addresses that are written to about keys and webhook endpoints; owners and admins where there is none. In no event.',
    ...PERSONAL,
  })
  developer_contacts?: string[];
  @ApiProperty({ type: Boolean, description: 'Whether only people with a second factor may do anything in the account.' })
  require_two_factor!: boolean;
  @ApiProperty({ type: String, enum: ON_LEAK, description: 'What becomes of a key that was reported as leaked.' }) on_leak!: OnLeak;
}

/** Whom an event is about. */
export class AccountMember {
  @ApiProperty({ type: String, nullable: true, description: 'Null for somebody who was invited.' }) user_id!: string | null;
  @ApiProperty({ type: String, enum: ROLES }) role!: Role;
}

/** An account, as the API shows it. It has both modes, and belongs to neither. */
@ExampleOf('account.updated')
export class AccountResource {
  @ApiProperty({ type: String, pattern: '^acct_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['account'] }) object!: 'account';
  @ApiProperty({ type: Boolean, nullable: true, description: 'Always null: an account has both modes.' }) livemode!: null;
  @ApiProperty({ type: String, example: 'Acme Software' }) name!: string;
  @ApiProperty({ type: String, enum: ACCOUNT_STATUSES, description: '`suspended`, `closed`: its keys are refused.' })
  status!: AccountStatus;
  @ApiProperty(text('Acme Software Private Limited')) legal_name!: string | null;
  @ApiProperty({ type: Boolean, description: 'Whether its live keys may act.' }) live_enabled!: boolean;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Unix seconds' }) live_requested_at!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Unix seconds' }) live_enabled_at!: number | null;
  @ApiProperty({ type: String, example: 'IN' }) country!: 'IN';
  @ApiProperty({ type: String, example: 'Asia/Kolkata' }) timezone!: 'Asia/Kolkata';
  @ApiProperty({ type: () => AccountSupport }) support!: AccountSupport;
  @ApiProperty({ type: () => AccountBranding }) branding!: AccountBranding;
  @ApiProperty(text('ACME SOFTWARE')) statement_descriptor!: string | null;
  @ApiProperty({ type: () => AccountSettings }) settings!: AccountSettings;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
  @ApiPropertyOptional({ type: () => AccountMember, description: 'In events about members alone.' }) member?: AccountMember;
}
