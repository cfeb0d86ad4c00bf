import type { FastifyReply } from 'fastify';
import { PAYMENT_ATTEMPTS_MAX, hintAfterLastAttempt, type ErrorDetails, type Reply } from '#contracts';
import { ApiError } from '../http/api-error';
import { JSON_TYPE, type Answer } from '../http/response-headers';

/**
 * Sets status and headers of the stored answer of a command.
 *
 * @param location public path of the object, sent with 201 and 202.
 * @returns the body.
 * @throws ApiError payment_declined when the stored answer is a decline (docs/reference/api-conventions.md, Declines).
 */
export function writeReply(reply: FastifyReply, answer: Reply, location: string): Answer {
  if (answer.position !== null) reply.header('event-position', answer.position);
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  if (answer.status === 402) throw new ApiError('payment_declined', declineIn(answer));
  if (answer.status === 201 || answer.status === 202) reply.header('location', location);
  reply.status(answer.status).header('content-type', JSON_TYPE);
  return answer.body;
}

/** A payment, or what it was made for. */
interface DeclinedObject {
  id: string;
  object: string;
  status?: string;
  payment_id?: string | null;
  /** Of a payment. */
  attempt_count?: number;
  invoice_id?: string | null;
  last_error: { reason: string; source: string; step: string; message: string } | null;
}

/** The stored answer of a decline is the object with the attempt that failed; the caller gets the error it stands for. */
function declineIn({ body, requestId }: Reply): ErrorDetails {
  const declined = JSON.parse(body ?? '{}') as DeclinedObject;
  const { id, object, payment_id: paymentId, last_error: error } = declined;
  const payment = object === 'payment' ? { payment_id: id } : paymentId ? { payment_id: paymentId } : {};
  // A repeated answer is equal to the byte.
  const details = { ...payment, ...(requestId !== undefined && { request_id: requestId }) };
  if (error === null) return details;
  const { reason, source, step, message } = error;
  const hint = object === 'payment' ? hintFor(declined) : undefined;
  return { message, ...details, decline_code: reason, source, step, reason, ...(hint !== undefined && { hint }) };
}

/** Undefined: the payment is confirmed again, as the error table says. */
function hintFor({ status, attempt_count: attempts = 0, invoice_id: invoiceId = null }: DeclinedObject): string | undefined {
  if (status === 'failed') return attempts < PAYMENT_ATTEMPTS_MAX ? undefined : hintAfterLastAttempt(invoiceId !== null);
  return NEXT_STEPS[status ?? ''];
}

/** What to do where the payment goes on after the decline, by its status. */
const NEXT_STEPS: Readonly<Record<string, string | undefined>> = {
  authorized: 'The money is still held: POST /v1/payments/{id}/capture tries again, POST /v1/payments/{id}/cancel releases it.',
  requires_action:
    'The payment still waits for the payer: take the one-time password again, and send it by POST /v1/payments/{id}/submit_otp.',
};
