import type { CreatePaymentPayload, Instrument, PaymentCommand, Refusal, SavedInstrument, SealedPayer } from '#contracts';
import type { HandlingContext } from '#event-store';
import { referenceStreamIdOf } from '../reference/aggregate';
import type { ActiveCustomer, CustomerState } from '../customer/state';
import type { PaymentState } from './state';
import type { KnownPaymentMethod, PaymentMethodState } from '../payment-method/decide';

type Related = Pick<HandlingContext, 'related'>;
type Known = { payload: CreatePaymentPayload } | { refusal: Refusal };

/** The command with the stored customer and instrument that it names; a command that names none is returned as it is. */
export function withWhatIsKnown(
  command: PaymentCommand,
  state: PaymentState,
  context: Related,
): { command: PaymentCommand } | { refusal: Refusal } {
  if (command.type === 'payments.confirm') return withSavedInstrument(command, state, context);
  if (command.type !== 'payments.create') return { command };
  const { customerId, paymentMethodId } = command.payload;
  if (customerId === undefined && paymentMethodId === undefined) return { command };
  const known = withKnownCustomer(command.payload, context);
  return 'refusal' in known ? known : { command: { ...command, payload: known.payload } };
}

/** The streams that creating or confirming a payment looks at. */
export function knownStreamsOf(command: PaymentCommand): string[] {
  const { type, payload } = command;
  if (type === 'payments.confirm') return payload.paymentMethodId === undefined ? [] : [payload.paymentMethodId];
  if (type !== 'payments.create') return [];
  const { rules, referenceId } = payload;
  const reference = rules?.uniqueReferenceId && referenceId !== undefined ? referenceStreamIdOf(command, referenceId) : undefined;
  return [payload.customerId, payload.paymentMethodId, reference].filter((id) => id !== undefined);
}

type ConfirmCommand = Extract<PaymentCommand, { type: 'payments.confirm' }>;

/** Only an instrument of the payment's own customer: one payer never pays with another's. */
function withSavedInstrument(
  command: ConfirmCommand,
  state: PaymentState,
  context: Related,
): { command: PaymentCommand } | { refusal: Refusal } {
  const { paymentMethodId, method } = command.payload;
  if (paymentMethodId === undefined || state.status === 'none') return { command };
  const saved = savedMethodOf(paymentMethodId, context);
  if ('refusal' in saved) return saved;
  if (saved.customerId !== state.terms.customerId) {
    return { refusal: missing('payment_method_id', 'It does not belong to the customer of this payment.') };
  }
  if (method !== undefined && method !== saved.instrument.method) return { refusal: anotherMethod(saved.instrument) };
  return { command: { ...command, payload: { ...command.payload, instrument: instrumentOf(saved.instrument) } } };
}

/**
 * A payment as it was asked for, with what the account knows of it: the saved instrument it names, and the customer as they
 * are now. The customer's fields are copied as tokens under the customer's own key, so that erasing the customer blanks them
 * in every payment.
 */
function withKnownCustomer(payload: CreatePaymentPayload, context: Related): Known {
  if (payload.paymentMethodId === undefined) return withCustomer(payload, payload.customerId, context);
  const saved = savedMethodOf(payload.paymentMethodId, context);
  if ('refusal' in saved) return saved;
  if (payload.customerId !== undefined && payload.customerId !== saved.customerId) {
    return { refusal: missing('payment_method_id', 'It does not belong to this customer.') };
  }
  const known = withCustomer(payload, saved.customerId, context);
  return 'refusal' in known ? known : withInstrument(known.payload, saved.instrument);
}

function withCustomer(payload: CreatePaymentPayload, customerId: string | undefined, context: Related): Known {
  if (customerId === undefined) return { payload };
  const customer = customerOf(customerId, context);
  return 'refusal' in customer ? customer : { payload: { ...payload, customerId, ...snapshotOf(payload, customer) } };
}

function customerOf(customerId: string, { related }: Related): ActiveCustomer | { refusal: Refusal } {
  const state = related(customerId)?.state as CustomerState | undefined;
  if (state?.status === 'active') return state;
  return { refusal: missing('customer_id', state?.status === 'deleted' ? 'The customer is deleted.' : undefined) };
}

function savedMethodOf(paymentMethodId: string, { related }: Related): KnownPaymentMethod | { refusal: Refusal } {
  const state = related(paymentMethodId)?.state as PaymentMethodState | undefined;
  return state?.status === 'attached'
    ? state
    : { refusal: missing('payment_method_id', state?.status === 'detached' ? 'It was removed.' : undefined) };
}

/** Who pays, as given with the payment, or else as the customer is known. */
function snapshotOf({ customer }: CreatePaymentPayload, { profile }: ActiveCustomer): { customer?: SealedPayer } {
  if (customer !== undefined) return { customer };
  const { name, email, phone } = profile;
  if (!name && !email && !phone) return {};
  return { customer: { ...(name && { name }), ...(email && { email }), ...(phone && { phone }) } };
}

function withInstrument(payload: CreatePaymentPayload, saved: SavedInstrument): Known {
  const isGiven = payload.instrument !== undefined && payload.instrument.method !== saved.method;
  if (isGiven || !payload.methods.includes(saved.method)) {
    return { refusal: anotherMethod(saved) };
  }
  return { payload: { ...payload, instrument: instrumentOf(saved) } };
}

function anotherMethod({ method }: SavedInstrument): Refusal {
  const message = `The saved payment method is ${method}, which this payment does not take.`;
  return { code: 'parameters_exclusive', details: { message, param: 'payment_method_id' } };
}

function instrumentOf(saved: SavedInstrument): Instrument {
  return saved.method === 'card' ? { method: 'card', card: saved.card } : { method: 'upi', flow: 'collect', vpa: saved.vpa };
}

function missing(param: string, message?: string): Refusal {
  return { code: 'resource_missing', details: { ...(message !== undefined && { message }), param } };
}
