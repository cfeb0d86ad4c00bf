import { FakeAcquirerRefusal, type FakeAcquirerBank } from './bank';
import { paymentBody, refundBody, type FakeAcquirerPayment, type FakeAcquirerRefund } from './payment';
import type { Operation } from './behavior';

/** One call of the acquirer's API. */
export interface FakeAcquirerCall {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

/** `body: null` answers nothing at all. */
export interface Answer {
  status: number;
  body: object | null;
  /** Sent only when the callbacks so far have arrived. */
  isAfterCallbacks?: boolean;
}

/** Routes a call. @throws FakeAcquirerRefusal, BehaviorError. */
export function answerCall(bank: FakeAcquirerBank, call: FakeAcquirerCall): Answer {
  const [version, kind, id, action] = call.path.split('/').slice(1);
  if (version !== 'v1') throw new FakeAcquirerRefusal(404, 'no_such_route');
  if (kind === 'ledger' && call.method === 'GET') return { status: 200, body: { data: bank.ledger.all() } };
  if (kind === 'payments')
    return id === undefined ? answerPayments(bank, call) : answerPayment(bank, call, found(bank.findPayment(id)), action);
  if (kind === 'refunds' && call.method === 'GET') {
    const refund = id === undefined ? bank.findRefundByReference(call.query.get('reference') ?? '') : bank.findRefund(id);
    return { status: 200, body: refundBody(found(refund)) };
  }
  throw new FakeAcquirerRefusal(404, 'no_such_route');
}

function answerPayments(bank: FakeAcquirerBank, { method, query, body }: FakeAcquirerCall): Answer {
  if (method === 'GET') return reported(found(bank.findPaymentByReference(query.get('reference') ?? '')));
  const order = {
    reference: text(body, 'reference'),
    amount: amount(body),
    currency: text(body, 'currency'),
    method: text(body, 'method'),
    capture: body['capture'] === 'manual' ? ('manual' as const) : ('automatic' as const),
    expiresAtMs: Number(body['expires_at']),
    notes: notes(body),
  };
  const isNew = bank.findPaymentByReference(order.reference) === undefined;
  // Before it has acted it does not know of the payment yet: the wish stands in the order alone.
  if (isNew && order.notes['acquirer']?.includes('create=timeout_before') && !hasSeen(bank, order.reference)) return SILENCE;
  const payment = bank.create(order);
  const answer = faulty(payment, 'create', { status: 202, body: paymentBody(payment) });
  return { ...answer, isAfterCallbacks: isNew && payment.behavior.callback === 'before' };
}

const SILENCE: Answer = { status: 0, body: null };
const SEEN = new WeakMap<FakeAcquirerBank, Set<string>>();

/** Whether an order came before. */
function hasSeen(bank: FakeAcquirerBank, reference: string): boolean {
  const seen = SEEN.get(bank) ?? new Set<string>();
  SEEN.set(bank, seen);
  const was = seen.has(reference);
  seen.add(reference);
  return was;
}

function answerPayment(bank: FakeAcquirerBank, call: FakeAcquirerCall, payment: FakeAcquirerPayment, action: string | undefined): Answer {
  const { method, body } = call;
  if (method === 'GET') return reported(payment);
  switch (action) {
    case 'capture':
      return acted(payment, 'capture', () => bank.capture(payment, amount(body)));
    case 'void':
      return acted(payment, 'void', () => bank.void(payment));
    case 'otp':
      return acted(payment, 'otp', () => bank.submitOtp(payment, text(body, 'otp')));
    case 'act':
      return acted(payment, 'create', () => bank.act(payment, text(body, 'outcome')));
    case 'refunds':
      return refunded(bank, payment, body);
    default:
      throw new FakeAcquirerRefusal(404, 'no_such_route');
  }
}

function reported(payment: FakeAcquirerPayment): Answer {
  payment.statusRequests += 1;
  if (payment.statusRequests <= payment.behavior.unknownStatuses) return { status: 503, body: { error: 'status_unknown' } };
  return { status: 200, body: paymentBody(payment) };
}

function acted(payment: FakeAcquirerPayment, operation: Operation, act: () => void): Answer {
  const fault = payment.behavior.faults[operation];
  if (fault === 'timeout_before' && !payment.played.has(operation)) {
    payment.played.add(operation);
    return SILENCE;
  }
  act();
  return faulty(payment, operation, { status: 200, body: paymentBody(payment) });
}

function refunded(bank: FakeAcquirerBank, payment: FakeAcquirerPayment, body: Record<string, unknown>): Answer {
  let refund: FakeAcquirerRefund | undefined;
  const asked = { reference: text(body, 'reference'), amount: amount(body), speed: text(body, 'speed'), notes: notes(body) };
  const answer = acted(payment, 'refund', () => void (refund = bank.refund(payment, asked)));
  return answer.status === 200 && refund !== undefined ? { ...answer, body: refundBody(refund) } : answer;
}

/** The fault of an operation is played once; every later call of it is answered. */
function faulty(payment: FakeAcquirerPayment, operation: Operation, answer: Answer): Answer {
  const fault = payment.behavior.faults[operation];
  if (fault === undefined || payment.played.has(operation)) return answer;
  payment.played.add(operation);
  return fault === 'timeout_after' ? SILENCE : fault === 'error_after' ? { status: 500, body: { error: 'internal' } } : answer;
}

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new FakeAcquirerRefusal(404, 'not_found');
  return thing;
}

function text(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '' || value.length > 200) throw new FakeAcquirerRefusal(400, `${name}_invalid`);
  return value;
}

function amount(body: Record<string, unknown>): number {
  const value = body['amount'];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) throw new FakeAcquirerRefusal(400, 'amount_invalid');
  return value;
}

function notes(body: Record<string, unknown>): Record<string, string> {
  const given = typeof body['notes'] === 'object' && body['notes'] !== null ? body['notes'] : {};
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
}
