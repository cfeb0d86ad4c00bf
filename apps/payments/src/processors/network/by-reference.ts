import type { CallContext, KnownPayment, KnownRefund, ProcessorCapabilities, ProcessorPayment, ProcessorRefund } from '../processor';
import { actingUnder, type Acting } from './deadline';
import { undecided, undecidedRefund } from './failures';
import { unknownOutcome, unknownRefund } from './outcomes';

/** What a processor takes on whose page captures at once: no card is held for a later capture. */
export function pageCapabilities(isDirectEnabled: boolean): Omit<ProcessorCapabilities, 'currencies' | 'idempotency'> {
  return {
    methods: ['upi', 'card', 'netbanking'],
    // The customer types a UPI address on the page, unless the server-to-server API is open.
    upiFlows: isDirectEnabled ? ['intent', 'qr', 'collect'] : ['intent', 'qr'],
    manualCapture: false,
    partialCapture: false,
    partialRefund: true,
    instantRefund: true,
    mandates: {},
    simulate: false,
    rawCard: false,
    minAmount: { INR: 100 },
  };
}

/** How a payment stands at a processor; as open as before when there is none, or no answer. */
export async function fetchPayment(
  find: (payment: KnownPayment, acting: Acting) => Promise<ProcessorPayment | undefined>,
  payment: KnownPayment,
  ctx: CallContext,
): Promise<ProcessorPayment> {
  const about = { ...payment, nowMs: ctx.nowMs };
  try {
    return (await find(payment, actingUnder(ctx))) ?? unknownOutcome(about, 'not_found');
  } catch (error) {
    return undecided(error, about);
  }
}

/** How a refund stands at a processor; as open as before when there is none, or no answer. */
export async function fetchRefund(
  find: (refund: KnownRefund, acting: Acting) => Promise<ProcessorRefund | undefined>,
  refund: KnownRefund,
  ctx: CallContext,
): Promise<ProcessorRefund> {
  try {
    return (await find(refund, actingUnder(ctx))) ?? unknownRefund(refund);
  } catch (error) {
    return undecidedRefund(error, refund);
  }
}
