import { ApiProperty, ApiPropertyOptional } from '../api-property';
import { REQUEST_LOG_DAYS_MAX } from '../request-logs/request-log.resource';
import { ROLES, type Role } from './roles';

export const ACCOUNT_STATUSES = ['active', 'suspended', 'closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

const text = (example?: string) => ({ type: String, nullable: true, ...(example !== undefined && { example }) });

/** Whom payers may turn to. */
export class AccountSupport {
  @ApiProperty(text('help@example.com')) email!: string | null;
  @ApiProperty(text('+919876543210')) phone!: string | null;
  @ApiProperty(text('https://example.com/help')) url!: string | null;
}

/** What the account decides for itself. */
export class AccountSettings {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: REQUEST_LOG_DAYS_MAX, description: 'Days for which requests are kept; 0: none is.' })
  request_log_days!: number;
}

/** Whom an event is about. */
export class AccountMember {
  @ApiProperty({ type: String, nullable: true, description: 'Null for somebody who was invited.' }) user_id!: string | null;
  @ApiProperty({ type: String, enum: ROLES }) role!: Role;
}

/** An account, as the API shows it. It has both modes, and belongs to neither. */
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
  @ApiProperty(text('ACME SOFTWARE')) statement_descriptor!: string | null;
  @ApiProperty({ type: () => AccountSettings }) settings!: AccountSettings;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
  @ApiPropertyOptional({ type: () => AccountMember, description: 'In events about members alone.' }) member?: AccountMember;
}
