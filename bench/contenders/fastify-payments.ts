import fastify, { type FastifyInstance } from 'fastify';
import { SAMPLE_PAYMENT, type SamplePayment } from './sample';

const BODY_SCHEMA = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: {
    amount: { type: 'integer', minimum: 100, maximum: 9_999_999_999 },
    currency: { type: 'string', minLength: 3, maxLength: 3 },
    payment_method: { enum: ['upi', 'card', 'netbanking'] },
    description: { type: 'string', maxLength: 500 },
    customer: {
      type: 'object',
      properties: { name: { type: 'string' }, email: { type: 'string' }, phone: { type: 'string' } },
    },
    metadata: { type: 'object', additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } },
  },
} as const;

/** The response schema lets Fastify compile a serializer. */
const RESPONSE_SCHEMA = {
  type: 'object',
  properties: Object.fromEntries(Object.entries(SAMPLE_PAYMENT).map(([key, value]) => [key, schemaOf(value)])),
} as const;

function schemaOf(value: unknown): Record<string, unknown> {
  if (value === null) return { type: 'null' };
  if (typeof value === 'object') return { type: 'object', additionalProperties: true };
  if (typeof value === 'number') return { type: 'integer' };
  return { type: typeof value };
}

export interface PaymentBody {
  amount: number;
  currency: string;
}

/** A minimal payments route on Fastify with compiled schemas in both directions; `create` does the storing, if any. */
export function minimalService(
  create: (body: PaymentBody, idempotencyKey: string) => Promise<SamplePayment> | SamplePayment,
): FastifyInstance {
  const app = fastify({ logger: false, keepAliveTimeout: 72_000 });
  app.post('/v1/payments', { schema: { body: BODY_SCHEMA, response: { 201: RESPONSE_SCHEMA } } }, async (request, reply) => {
    const payment = await create(request.body as PaymentBody, String(request.headers['idempotency-key']));
    return reply.code(201).send(payment);
  });
  return app;
}
