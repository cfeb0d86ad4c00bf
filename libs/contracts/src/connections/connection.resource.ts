import { ApiProperty } from '../api-property';
import { CONNECTION_ENDERS, type ConnectionEnder } from './commands';
import { EXAMPLE_IDS, Example, ExampleOf } from '../examples';

export const CONNECTION_STATUSES = ['active', 'revoked'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

const id = { type: String, pattern: '^conn_[0-9A-Za-z]{24}$' };
const account = { type: String, pattern: '^acct_[0-9A-Za-z]{24}$' };
const time = { type: 'integer', nullable: true, description: 'Unix seconds' } as const;

/** What an account lets an app do, as the API shows it. */
@ExampleOf('connection.created')
export class ConnectionResource {
  @ApiProperty(id) id!: string;
  @ApiProperty({ type: String, enum: ['connection'] }) object!: 'connection';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, pattern: '^app_[0-9A-Za-z]{24}$' }) app_id!: string;
  @ApiProperty({ ...account, description: 'The account that owns the app.' }) platform_account_id!: string;
  @ApiProperty({ ...account, description: 'The account that the app acts for.' }) account_id!: string;
  @ApiProperty({ type: [String], example: ['payments:read'] }) scopes!: readonly string[];
  @ApiProperty({ type: String, enum: CONNECTION_STATUSES }) status!: ConnectionStatus;
  @ApiProperty({ type: String, example: 'usr_0VB3xQ9k42Us7r3FnKp2LdTe' }) granted_by!: string;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) granted_at!: number;
  @ApiProperty({ ...time, description: 'Unix seconds, within a minute. Null in events.' }) last_used_at!: number | null;
  @ApiProperty(time) revoked_at!: number | null;
  @ApiProperty({ type: String, nullable: true, enum: CONNECTION_ENDERS }) revoked_by!: ConnectionEnder | null;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}

/** The answer to the end of a connection. It is still shown, as revoked. */
@Example<DeletedConnection>({ id: EXAMPLE_IDS.connection, object: 'connection', deleted: true })
export class DeletedConnection {
  @ApiProperty(id) id!: string;
  @ApiProperty({ type: String, enum: ['connection'] }) object!: 'connection';
  @ApiProperty({ type: Boolean, enum: [true] }) deleted!: true;
}
