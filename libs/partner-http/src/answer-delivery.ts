import { DeliveryRefusedError, type PartnerDelivery } from './delivery';

/** No partner of that name is configured, or it sends no webhooks. */
export class UnknownPartnerError extends Error {
  override readonly name = 'UnknownPartnerError';
}

/** What the gateway is answered. */
export interface DeliveryAnswer {
  status: 200 | 400 | 401 | 404;
  body: object;
}

/** A webhook as the gateway handed it on. */
export interface HandedDelivery extends Omit<PartnerDelivery, 'rawBody'> {
  /** The raw bytes; whatever else it is, is refused. */
  body: unknown;
}

/**
 * Answers the commands that a delivery asks for, which the gateway sends: what it is about may be another process's to decide.
 *
 * @param param what the path calls the partner.
 * @param commandsFor may throw UnknownPartnerError and DeliveryRefusedError, which are answers; anything else is thrown.
 */
export async function answerDelivery(
  { body: rawBody, ...around }: HandedDelivery,
  param: string,
  commandsFor: (delivery: PartnerDelivery) => Promise<readonly object[]>,
): Promise<DeliveryAnswer> {
  if (!Buffer.isBuffer(rawBody)) return { status: 400, body: { code: 'parameter_missing' } };
  try {
    return { status: 200, body: { commands: await commandsFor({ ...around, rawBody }) } };
  } catch (error) {
    if (error instanceof UnknownPartnerError) return { status: 404, body: { code: 'resource_missing', details: { param } } };
    if (!(error instanceof DeliveryRefusedError)) throw error;
    return { status: 401, body: { code: 'webhook_signature_invalid', details: { reason: error.reason } } };
  }
}
