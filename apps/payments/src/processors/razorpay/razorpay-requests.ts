import { firstCharacters } from '#contracts';
import type { CreateInput, RefundInput } from '../processor';
import { attemptReference, paymentNotes, refundNotes } from '../network/notes';

const DESCRIPTION_LENGTH_MAX = 255;
/** Razorpay takes no earlier end of a payment link; a minute more for clocks that differ. */
const LINK_LIFE_MS_MIN = 16 * 60_000;

/** Body of `POST /v1/payment_links`: Razorpay's page for one method, paid at most once. `reference_id` is unique there. */
export function linkBody(accountId: string, input: CreateInput, nowMs: number): object {
  const { instrument, returnUrl, customer } = input;
  const shown = (method: string): string => (instrument.method === method ? '1' : '0');
  return {
    amount: input.amount,
    currency: input.currency,
    accept_partial: false,
    reference_id: attemptReference(input),
    description: firstCharacters(input.description ?? `Payment ${input.paymentId}`, DESCRIPTION_LENGTH_MAX),
    ...(customer && { customer: contactOf(customer) }),
    notify: { sms: false, email: false },
    reminder_enable: false,
    notes: paymentNotes(accountId, input, 'hosted'),
    ...(returnUrl !== undefined && { callback_url: returnUrl, callback_method: 'get' }),
    expire_by: Math.ceil(Math.max(input.expiresAtMs, nowMs + LINK_LIFE_MS_MIN) / 1000),
    options: {
      checkout: { method: { upi: shown('upi'), card: shown('card'), netbanking: shown('netbanking'), wallet: '0', paylater: '0' } },
    },
  };
}

function contactOf({ email, phone }: NonNullable<CreateInput['customer']>): object {
  return { ...(email !== undefined && { email }), ...(phone !== undefined && { contact: phone }) };
}

/** Body of `POST /v1/orders`. `receipt` is our reference; it is looked for first, as Razorpay keeps it unique only where it is asked to. */
export function orderBody(accountId: string, input: CreateInput): object {
  return {
    amount: input.amount,
    currency: input.currency,
    receipt: attemptReference(input),
    notes: paymentNotes(accountId, input, 'direct'),
    // Whatever the merchant's dashboard says, this payment is captured by Razorpay itself.
    payment: { capture: 'automatic', capture_options: { automatic_expiry_period: 12, refund_speed: 'normal' } },
  };
}

/** Body of `POST /v1/payments/create/upi` or `/create/json`; Razorpay asks for both e-mail and phone there. */
export function directBody(accountId: string, input: CreateInput, contact: { email: string; phone: string }): object {
  const { instrument, returnUrl } = input;
  const known = {
    amount: input.amount,
    currency: input.currency,
    email: contact.email,
    contact: contact.phone,
    notes: paymentNotes(accountId, input, 'direct'),
    ...(input.description !== undefined && { description: firstCharacters(input.description, DESCRIPTION_LENGTH_MAX) }),
  };
  if (instrument.method === 'netbanking') {
    return { ...known, method: 'netbanking', bank: instrument.bank, ...(returnUrl !== undefined && { callback_url: returnUrl }) };
  }
  const isCollect = instrument.method === 'upi' && instrument.flow === 'collect';
  return { ...known, method: 'upi', upi: isCollect ? { flow: 'collect', vpa: instrument.vpa, expiry_time: 5 } : { flow: 'intent' } };
}

/** Body of `POST /v1/payments/{id}/refund`. */
export function refundBody(accountId: string, input: RefundInput): object {
  return {
    amount: input.amount,
    speed: input.speed === 'instant' ? 'optimum' : 'normal',
    receipt: input.refundId,
    notes: refundNotes(accountId, input),
  };
}
