import { ApiProperty } from '../api-property';
import { AuditedObject } from '../audit-log/audit-entry.resource';
import { EXAMPLE_IDS, Example } from '../examples';

/** Days for which requests are kept unless the account says otherwise. */
export const REQUEST_LOG_DAYS_DEFAULT = 7;
/** Days for which an account may keep its requests; with 0 none is kept. */
export const REQUEST_LOG_DAYS_MAX = 30;

/** Methods of requests that are kept. */
export const LOGGED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const text = (example?: string) => ({ type: String, nullable: true, ...(example !== undefined && { example }) });
const texts = { type: 'object', additionalProperties: { type: 'string' } } as const;
const body = { type: 'object', nullable: true, additionalProperties: true } as const;
const BODY =
  'Null in lists. Without what is undeclared; `[hidden]` for what is not kept, and for each member when the caller may not read the object that the operation is about.';

/** Who called. */
export class LoggedActor {
  @ApiProperty({ type: String, enum: ['api_key', 'app', 'user'] }) type!: 'api_key' | 'app' | 'user';
  @ApiProperty({ type: String, example: 'key_0TgWzRaB07xK2mNq5Yd8Vf3L' }) id!: string;
}

/** What was asked. */
export class LoggedRequest {
  @ApiProperty({ ...texts, description: 'By lower-case name. No credentials.' }) headers!: Record<string, string>;
  @ApiProperty({ ...texts, description: 'Without what may name a person.' })
  query!: Record<string, string>;
  @ApiProperty({ ...body, description: BODY }) body!: Record<string, unknown> | null;
}

/** What was answered. */
export class LoggedResponse {
  @ApiProperty({ ...texts, description: 'By lower-case name.' }) headers!: Record<string, string>;
  @ApiProperty({ ...body, description: BODY }) body!: Record<string, unknown> | null;
}

/** One request to the API, and what it was answered. */
@Example<RequestLogResource>({
  id: EXAMPLE_IDS.requestLog,
  object: 'request_log',
  livemode: false,
  at: 1_795_219_200,
  method: 'POST',
  path: '/v1/payments',
  operation: 'createPayment',
  status: 400,
  error_code: 'parameter_missing',
  duration_ms: 3,
  actor: { type: 'api_key', id: EXAMPLE_IDS.apiKey },
  address: '1:k3JdPq0wX8vYt2LmNs5RbA',
  api_version: '2026-11-21',
  idempotency_key: null,
  resource: null,
  request: { headers: { 'content-type': 'application/json' }, query: {}, body: { currency: 'INR', reference_id: 'order-1001' } },
  response: {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { error: { type: 'invalid_request', code: 'parameter_missing', param: 'amount', message: 'amount is missing.' } },
  },
  truncated: false,
})
export class RequestLogResource {
  @ApiProperty({ type: String, pattern: '^req_[0-9A-Za-z]{24}$', description: 'The `Request-Id` of its answer.' }) id!: string;
  @ApiProperty({ type: String, enum: ['request_log'] }) object!: 'request_log';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) at!: number;
  @ApiProperty({ type: String, enum: LOGGED_METHODS }) method!: string;
  @ApiProperty({ type: String, example: '/v1/payments' }) path!: string;
  @ApiProperty({ ...text('createPayment'), description: '`operationId` of the OpenAPI document.' }) operation!: string | null;
  @ApiProperty({ type: 'integer', minimum: 100, maximum: 599 }) status!: number;
  @ApiProperty(text('parameter_missing')) error_code!: string | null;
  @ApiProperty({ type: 'integer', minimum: 0 }) duration_ms!: number;
  @ApiProperty({ type: () => LoggedActor }) actor!: LoggedActor;
  @ApiProperty({ type: String, description: 'A digest of the address.' })
  address!: string;
  @ApiProperty(text('2026-11-21')) api_version!: string | null;
  @ApiProperty(text('order-1001')) idempotency_key!: string | null;
  @ApiProperty({ type: () => AuditedObject, nullable: true }) resource!: AuditedObject | null;
  @ApiProperty({ type: () => LoggedRequest }) request!: LoggedRequest;
  @ApiProperty({ type: () => LoggedResponse }) response!: LoggedResponse;
  @ApiProperty({ type: Boolean, description: 'Whether a body had more than 16 KiB: the rest is left out.' })
  truncated!: boolean;
}
