import { ApiProperty } from './api-property';
import type { IdempotencyClaim } from './command';
import { EXAMPLE_IDS, Example } from './examples';
import { isText, type QueryRules } from './lists';

/** What a service knows of an Idempotency-Key, as it tells the gateway over internal HTTP. */
export interface UsedKey {
  /** Id of the stream that decided: its kind says who may see the answer. */
  id: string;
  /** Id of the object that the answer showed; null when it showed none. */
  object_id: string | null;
  http_status: number;
  /** Unix seconds. */
  created_at: number;
  /** The stored answer. */
  result: unknown;
  /** The same as text, equal to the byte. */
  body: string | null;
  /** Fingerprint of the request; null when it had none. */
  fingerprint: string | null;
}

/** `GET /internal/idempotency_keys`. */
export interface KeyQuery {
  key: string;
}

export const KEY_QUERY: QueryRules<KeyQuery> = { key: isText };

/** `POST /internal/idempotency_keys/hold`: a key is about to be used at another service than the home of the keys, payments. */
export interface HoldKeyPayload {
  claim: IdempotencyClaim;
  commandId: string;
  streamId: string;
  /** The command, `<service>.<verb>`. */
  operation: string;
}

/** `POST /internal/idempotency_keys/release`: of a command that has no effect, or of all that cannot have one any more. */
export type ReleaseKeyPayload = { commandId: string } | { abandonedKey: string };

/** What became of the request with an Idempotency-Key (docs/reference/api-conventions.md, Idempotency). Every field is always there. */
@Example<IdempotencyKeyResource>({
  object: 'idempotency_key',
  key: 'order-1001',
  livemode: false,
  status: 'completed',
  http_status: 201,
  object_id: EXAMPLE_IDS.refund,
  result: { id: EXAMPLE_IDS.refund, object: 'refund' },
  created_at: 1_795_219_200,
})
export class IdempotencyKeyResource {
  @ApiProperty({ type: String, enum: ['idempotency_key'] }) object!: 'idempotency_key';
  @ApiProperty({ type: String, minLength: 1, maxLength: 255 }) key!: string;
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, enum: ['in_progress', 'completed'] }) status!: 'in_progress' | 'completed';
  @ApiProperty({ type: 'integer', nullable: true, description: 'The status that the request was answered with.' }) http_status!:
    number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Id of the object that the answer showed.' }) object_id!: string | null;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    description:
      'The stored answer: the object as it was right after the request. With 402, the payment that was declined. With 404 and 409, the error: what was asked for could not be done when its turn came.',
  })
  result!: unknown;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Unix seconds' }) created_at!: number | null;
}
