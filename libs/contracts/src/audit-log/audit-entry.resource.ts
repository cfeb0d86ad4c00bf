import { ApiProperty } from '../api-property';
import { EXAMPLE_IDS, Example } from '../examples';

/** Who can act. */
export const AUDIT_ACTORS = ['user', 'api_key', 'app', 'operator', 'system'] as const;
export type AuditActorType = (typeof AUDIT_ACTORS)[number];

/** What came of an act. */
export const AUDIT_OUTCOMES = ['done', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

const text = { type: String, nullable: true } as const;
const hash = { type: String, pattern: '^[0-9a-f]{64}$' } as const;
const position = { type: 'integer', minimum: 1 } as const;

/** Who acted. */
export class AuditActor {
  @ApiProperty({ type: String, enum: AUDIT_ACTORS }) type!: AuditActorType;
  @ApiProperty({ type: String, example: 'key_0TgWzRaB07xK2mNq5Yd8Vf3L' }) id!: string;
  @ApiProperty({ ...text, example: 'Nightly export', description: 'What it was called then.' }) name!: string | null;
}

/** What was acted upon. */
export class AuditedObject {
  @ApiProperty({ type: String, example: 'payment' }) type!: string;
  @ApiProperty({ type: String, example: 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L' }) id!: string;
}

/** One act in an account, and who did it: written once, never changed, and chained to the one before it. */
@Example<AuditEntryResource>({
  id: EXAMPLE_IDS.auditEntry,
  object: 'audit_entry',
  livemode: false,
  account_id: EXAMPLE_IDS.account,
  position: 42,
  at: 1_795_219_200,
  actor: { type: 'api_key', id: EXAMPLE_IDS.apiKey, name: 'Nightly export' },
  action: 'customers.update',
  resource: { type: 'customer', id: EXAMPLE_IDS.customer },
  outcome: 'done',
  code: null,
  address: '1:k3JdPq0wX8vYt2LmNs5RbA',
  request_id: EXAMPLE_IDS.requestLog,
  changes: { description: [null, 'Pays on delivery'] },
  hash: '9f2b6c0d41e7a85f3c1d90b27e64fa1853bd7c29e0f4a6d81b35c7e92fd04a6b',
})
export class AuditEntryResource {
  @ApiProperty({ type: String, pattern: '^aud_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['audit_entry'] }) object!: 'audit_entry';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, pattern: '^acct_[0-9A-Za-z]{24}$' }) account_id!: string;
  @ApiProperty({ ...position, description: 'In the account, over both modes, from 1 without gaps.' }) position!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) at!: number;
  @ApiProperty({ type: () => AuditActor }) actor!: AuditActor;
  @ApiProperty({ type: String, example: 'payments.capture' }) action!: string;
  @ApiProperty({ type: () => AuditedObject, nullable: true }) resource!: AuditedObject | null;
  @ApiProperty({ type: String, enum: AUDIT_OUTCOMES }) outcome!: AuditOutcome;
  @ApiProperty({ ...text, example: 'scope_insufficient', description: 'The error of a refusal.' }) code!: string | null;
  @ApiProperty({ ...text, description: 'A digest: equal for equal addresses of this account. The address itself is not kept.' })
  address!: string | null;
  @ApiProperty({ ...text, pattern: '^req_[0-9A-Za-z]{24}$' }) request_id!: string | null;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: { type: 'array', minItems: 2, maxItems: 2, items: {} },
    description:
      'Of settings: each field that changed, with what it was and what it is; both are `[hidden]` without the scope that reads the object. `note`: why an operator did it.',
  })
  changes!: Record<string, [unknown, unknown]> | null;
  @ApiProperty({ ...hash, description: 'SHA-256 over the hash before it and the entry.' }) hash!: string;
}

/** The last entry of a day: keep it elsewhere, and no entry up to it can be changed unseen. */
export class AuditHeadResource {
  @ApiProperty({ type: String, enum: ['audit_head'] }) object!: 'audit_head';
  @ApiProperty({ type: String, format: 'date', description: 'In the time of India.' }) date!: string;
  @ApiProperty(position) position!: number;
  @ApiProperty(hash) hash!: string;
}

/** The heads of the last days. */
@Example<AuditHeadList>({
  object: 'list',
  data: [
    { object: 'audit_head', date: '2026-11-21', position: 42, hash: '9f2b6c0d41e7a85f3c1d90b27e64fa1853bd7c29e0f4a6d81b35c7e92fd04a6b' },
  ],
})
export class AuditHeadList {
  @ApiProperty({ type: String, enum: ['list'] }) object!: 'list';
  @ApiProperty({ type: () => [AuditHeadResource], description: 'The newest first.' }) data!: AuditHeadResource[];
}
