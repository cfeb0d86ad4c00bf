import { createHmac } from 'node:crypto';
import { FakeServer, type FakeReply, type FakeRequest } from '#testing';
import { RecurringAtRazorpay } from './razorpay-recurring';

export const RAZORPAY_KEYS = {
  keyId: 'rzp_live_standin',
  keySecret: 'razorpay-key-secret-canary',
  webhookSecret: 'razorpay-webhook-secret',
} as const;

/** Settings of a payments service that calls this stand-in as Razorpay. */
export function razorpaySettings(url: string) {
  const { keyId, keySecret, webhookSecret } = RAZORPAY_KEYS;
  return { razorpayKeyId: keyId, razorpayKeySecret: keySecret, razorpayWebhookSecrets: [webhookSecret], razorpayApiUrl: url };
}

type Entity = Record<string, unknown> & { id: string };
type Delivery = { headers: Record<string, string>; rawBody: Uint8Array };

/** A local server that speaks the documented shapes of Razorpay: links, orders, payments, refunds, webhooks. */
export class FakeRazorpay extends FakeServer {
  readonly links = new Map<string, Entity>();
  readonly orders = new Map<string, Entity>();
  readonly payments = new Map<string, Entity>();
  readonly refunds = new Map<string, Entity>();
  /** What a refund is when it is made. */
  refundStatus: 'processed' | 'pending' | 'failed' = 'processed';
  /** The status with which every further refund is refused, whatever was made before. */
  refundRefusal: number | null = null;
  /** What an order does whose receipt is to be unique: Razorpay's pages say each of these somewhere. */
  uniqueReceipts: 'ignored' | 'refused' | 'same' | 'unknown_field' = 'ignored';
  /** Registration links, tokens and recurring payments. */
  readonly recurring: RecurringAtRazorpay = new RecurringAtRazorpay(this);
  private readonly refundKeys = new Map<string, Entity>();
  private serial = 0;

  constructor(readonly nowSeconds: () => number) {
    super();
  }

  /** The customer pays what was begun under our reference. */
  pay(reference: string, change: Record<string, unknown> = {}): Entity {
    return this.finish(reference, { status: 'captured', captured: true, fee: 1180, tax: 180, acquirer_data: ACQUIRER, ...change });
  }

  /** The bank says no. On a page the customer may try again, so that only the payment ends. */
  decline(reference: string, reason = 'insufficient_funds'): Entity {
    const error = { error_code: 'BAD_REQUEST_ERROR', error_reason: reason, error_source: 'customer', error_step: 'payment_authorization' };
    return this.finish(reference, { status: 'failed', ...error, error_description: 'Payment of asha@example.com failed.' });
  }

  /** What Razorpay posts about a payment or a link; the same event id however often it is asked for. */
  webhook(event: string, entities: Record<string, Entity | undefined>, secret: string = RAZORPAY_KEYS.webhookSecret): Delivery {
    const given = Object.entries(entities).filter(([, entity]) => entity !== undefined);
    const payload = Object.fromEntries(given.map(([name, entity]) => [name, { entity }]));
    const body = {
      entity: 'event',
      account_id: 'acc_StandIn',
      event,
      contains: Object.keys(payload),
      payload,
      created_at: this.nowSeconds(),
    };
    const rawBody = Buffer.from(JSON.stringify(body));
    const signature = createHmac('sha256', secret).update(rawBody).digest('hex');
    const id = `evt_${given.map(([, entity]) => entity?.id).join('_')}_${event}`;
    return { headers: { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id, 'content-type': 'application/json' }, rawBody };
  }

  linkOf(reference: string): Entity | undefined {
    return [...this.links.values()].find((link) => link['reference_id'] === reference);
  }

  paymentOf(reference: string): Entity | undefined {
    return this.paymentsOf(reference)[0];
  }

  /** The payments of all orders that were made under our reference. */
  paymentsOf(reference: string): Entity[] {
    return [...this.payments.values()].filter(({ order_id }) => this.orders.get(String(order_id))?.['receipt'] === reference);
  }

  protected answer(request: FakeRequest): FakeReply {
    // Methods are read with the key id alone.
    const secret = request.path === '/v1/methods' ? '' : RAZORPAY_KEYS.keySecret;
    const expected = `Basic ${Buffer.from(`${RAZORPAY_KEYS.keyId}:${secret}`).toString('base64')}`;
    if (request.headers.authorization !== expected) return this.refusal(401);
    return this.recurring.answer(request) ?? this.act(request);
  }

  private act(request: FakeRequest): FakeReply {
    const [, , resource = '', id = '', action = ''] = request.path.split('/');
    const key = `${request.method} ${resource}${id === '' ? '' : '/:id'}${action === '' ? '' : `/${action}`}`;
    if (request.path.startsWith('/v1/payments/create/')) return this.createPayment(request);
    return this.routes[key]?.(id, request) ?? problem(404, 'The requested URL was not found on the server.');
  }

  protected refusal(status: 401 | 429 | 502): FakeReply {
    const code = status === 502 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR';
    return { status, body: { error: { code, description: status === 401 ? 'Authentication failed' : 'Try again later' } } };
  }

  private readonly routes: Record<string, (id: string, request: FakeRequest) => FakeReply> = {
    'POST payment_links': (_id, request) => this.createLink(request),
    'GET payment_links': (_id, { query }) => {
      const links = [...this.links.values()].filter((link) => link['reference_id'] === query.get('reference_id'));
      return ok({ payment_links: links });
    },
    'GET payment_links/:id': (id) => found(this.links.get(id)),
    'POST payment_links/:id/cancel': (id) => this.cancelLink(id),
    'POST orders': (_id, request) => this.createOrder(request),
    'GET orders': (_id, { query }) => collection([...this.orders.values()].filter(({ receipt }) => receipt === query.get('receipt'))),
    'GET orders/:id/payments': (id) => collection([...this.payments.values()].filter(({ order_id }) => order_id === id)),
    'GET payments/:id': (id) => found(this.payments.get(id)),
    'POST payments/:id/capture': (id, request) => this.capture(id, request),
    'POST payments/:id/refund': (id, request) => this.refund(id, request),
    'GET payments/:id/refunds': (id) => collection([...this.refunds.values()].filter(({ payment_id }) => payment_id === id)),
    'GET refunds/:id': (id) => found(this.refunds.get(id)),
    'GET methods': () =>
      ok({ entity: 'methods', netbanking: { HDFC: 'HDFC Bank', SBIN: 'State Bank', ICIC_C: 'ICICI corporate', XXXX: 'Other' } }),
  };

  private createLink({ body }: FakeRequest): FakeReply {
    const reference = String(body['reference_id']);
    if (this.linkOf(reference)) return problem(400, `payment link with given reference_id (${reference}) already exists`);
    const id = this.newId('plink');
    const link: Entity = { ...body, id, amount_paid: 0, short_url: `https://rzp.test/i/${id}`, status: 'created', payments: [] };
    this.links.set(id, link);
    return ok({ ...link, payments: null });
  }

  private cancelLink(id: string): FakeReply {
    const link = this.links.get(id);
    if (link?.['status'] !== 'created') return problem(400, 'Payment Link cannot be cancelled');
    link['status'] = 'cancelled';
    return ok(link);
  }

  private createOrder({ body: { unique_receipt, ...body } }: FakeRequest): FakeReply {
    const before = [...this.orders.values()].find(({ receipt }) => receipt === body['receipt']);
    if (unique_receipt === true && this.uniqueReceipts === 'unknown_field')
      return problem(400, 'unique_receipt is/are not required and should not be sent', { reason: 'extra_field_sent' });
    if (unique_receipt === true && before !== undefined && this.uniqueReceipts === 'refused')
      return problem(400, 'Order receipt should be unique.', { reason: 'input_validation_failed' });
    if (unique_receipt === true && before !== undefined && this.uniqueReceipts === 'same') return ok(before);
    const id = this.newId('order');
    const order: Entity = { ...body, id, entity: 'order', status: 'created', attempts: 0, created_at: this.nowSeconds() };
    this.recurring.withNotification(order);
    this.orders.set(id, order);
    return ok(order);
  }

  private createPayment({ path, body }: FakeRequest): FakeReply {
    const { amount, currency, method, notes, order_id, upi, bank } = body;
    const vpa = (upi as { vpa?: string } | undefined)?.vpa;
    if (vpa?.startsWith('invalid')) return problem(400, 'Invalid VPA', { source: 'customer', reason: 'invalid_vpa', field: 'vpa' });
    const isPaid = [...this.payments.values()].some((one) => one['order_id'] === order_id && one['captured'] === true);
    if (isPaid) return problem(400, 'Payment already done for this order.');
    const payment = this.addPayment({ amount, currency, method, notes, order_id, vpa, bank, upi: { payer_account_type: 'bank_account' } });
    const next = path.endsWith('/upi') ? { link: `upi://pay?pa=acme@razorpay&tr=${payment.id}` } : {};
    const steps = path.endsWith('/json')
      ? { next: [{ action: 'redirect', url: `https://api.razorpay.test/${payment.id}/authenticate` }] }
      : {};
    return ok({ razorpay_payment_id: payment.id, ...next, ...steps });
  }

  addPayment(fields: Record<string, unknown>): Entity {
    const id = this.newId('pay');
    const payment: Entity = {
      ...fields,
      id,
      entity: 'payment',
      status: 'created',
      captured: false,
      fee: null,
      tax: null,
      created_at: this.nowSeconds(),
    };
    this.payments.set(id, payment);
    return payment;
  }

  private finish(reference: string, change: Record<string, unknown>): Entity {
    const link = this.linkOf(reference);
    if (link === undefined) return Object.assign(this.paymentOf(reference) ?? {}, change) as Entity;
    const { amount, currency, notes } = link;
    const payment = Object.assign(this.addPayment({ amount, currency, notes, method: 'card', card: CARD }), change);
    if (payment['status'] === 'failed') return payment;
    Object.assign(link, {
      status: 'paid',
      amount_paid: amount,
      payments: [{ payment_id: payment.id, status: 'captured', amount: String(amount) }],
    });
    return payment;
  }

  private capture(id: string, { body }: FakeRequest): FakeReply {
    const payment = this.payments.get(id);
    if (payment?.['status'] !== 'authorized') return problem(400, 'This payment has already been captured');
    Object.assign(payment, { status: 'captured', captured: true, amount: body['amount'], fee: 1180, tax: 180 });
    return ok(payment);
  }

  private refund(id: string, { body, headers }: FakeRequest): FakeReply {
    if (this.refundRefusal !== null) return problem(this.refundRefusal, 'The refund is refused');
    const key = String(headers['x-refund-idempotency']);
    const before = this.refundKeys.get(key);
    if (before !== undefined) return ok(before);
    const payment = this.payments.get(id);
    if (payment === undefined || Number(body['amount']) > Number(payment['amount'])) {
      return problem(400, 'The total refund amount is greater than the refund payment amount', { reason: 'input_validation_failed' });
    }
    const speed = { speed_requested: body['speed'], speed_processed: body['speed'] === 'optimum' ? 'instant' : 'normal' };
    const refund: Entity = {
      ...body,
      id: this.newId('rfnd'),
      payment_id: id,
      status: this.refundStatus,
      ...speed,
      acquirer_data: { arn: '74332741862512345678901' },
    };
    this.refunds.set(refund.id, refund);
    this.refundKeys.set(key, refund);
    payment['amount_refunded'] = body['amount'];
    return ok(refund);
  }

  newId(prefix: string): string {
    return `${prefix}_StandIn${String(++this.serial).padStart(7, '0')}`;
  }
}

const ACQUIRER = { rrn: '632418123456', upi_transaction_id: 'RZPSTANDIN1' };
const CARD = { network: 'Visa', last4: '1111', type: 'credit', issuer: 'HDFC', international: false };

function ok(body: unknown): FakeReply {
  return { status: 200, body };
}

function found(entity: Entity | undefined): FakeReply {
  return entity === undefined ? problem(400, 'The id provided does not exist') : ok(entity);
}

function collection(items: Entity[]): FakeReply {
  return ok({ entity: 'collection', count: items.length, items });
}

function problem(status: number, description: string, change: object = {}): FakeReply {
  return { status, body: { error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', step: 'payment_initiation', ...change } } };
}
