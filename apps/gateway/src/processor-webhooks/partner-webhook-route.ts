import { HttpCode, applyDecorators } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contracts';
import { OpenAnswers } from '../docs/answers.decorator';
import { OpenRawRoute } from '../http/access';
import { ApiError } from '../http/api-error';
import { JSON_TYPE } from '../http/response-headers';
import type { RequestLimits } from '../limits/request-limits';
import type { ProcessorWebhook, ProcessorWebhooks } from './processor-webhooks';

/** What an accepted webhook is answered with is called, by the service whose partner sent it. */
const RECEIVED = { payments: 'processor_webhook', kyc: 'kyc_webhook' } as const satisfies Record<ProcessorWebhook['service'], string>;
/** How the documentation calls who sends them. */
const SENDER = { payments: 'processor', kyc: 'provider' } as const satisfies Record<ProcessorWebhook['service'], string>;

/** Refusals of what no partner of ours has sent. */
const IS_FORGED: ReadonlySet<ErrorCode> = new Set(['webhook_signature_invalid', 'resource_missing']);

/** An unknown partner is refused without a call to a service. */
const PARTNER_NAME = /^[a-z0-9_-]{1,40}$/;

/** A route for the webhooks of partners: no key, the raw body, and 200 once the object they are about has taken them. */
export function PartnerWebhookRoute(service: ProcessorWebhook['service']): MethodDecorator {
  const schema = {
    type: 'object',
    required: ['object', 'received'],
    properties: { object: { type: 'string', enum: [RECEIVED[service]] }, received: { type: 'boolean', enum: [true] } },
  };
  return applyDecorators(
    HttpCode(200),
    OpenRawRoute(),
    ApiBody({ required: true, schema: { type: 'object', description: `What the ${SENDER[service]} documents, at most 262144 bytes.` } }),
    OpenAnswers({ status: 200, description: 'Taken, or nothing of ours.', content: { 'application/json': schema } }, [
      'webhook_signature_invalid',
      'resource_missing',
      'json_invalid',
      'body_too_large',
      'media_type_unsupported',
      'service_unavailable',
    ]),
  );
}

/** Hands a webhook to its service and says that it was taken. A wrong signature, or a partner that does not exist, counts against its address. */
export async function takeWebhook(
  { webhooks, limits }: { webhooks: ProcessorWebhooks; limits: RequestLimits },
  { service, sender }: Pick<ProcessorWebhook, 'service' | 'sender'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  limits.admitWebhook(request);
  const { headers, body } = request;
  const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  try {
    if (!PARTNER_NAME.test(sender)) throw new ApiError('resource_missing', { param: SENDER[service] });
    await webhooks.receive({ service, sender, headers, rawBody });
  } catch (error) {
    if (!(error instanceof ApiError) || !IS_FORGED.has(error.code)) throw error;
    limits.countRefusedWebhook(request);
    throw error.code === 'webhook_signature_invalid' ? new ApiError(error.code, error.details, { 'www-authenticate': 'Signature' }) : error;
  }
  await reply.header('content-type', JSON_TYPE).send(JSON.stringify({ object: RECEIVED[service], received: true }));
}
