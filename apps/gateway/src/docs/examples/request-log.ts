import type { RequestLogResource } from '#contracts';
import { EXAMPLE_IDS } from './ids';

/** A request that was refused for its amount. */
export const REQUEST_LOG: RequestLogResource = {
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
};
