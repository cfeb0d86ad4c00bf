import { createHmac } from 'node:crypto';
import { FakeServer, type FakeReply, type FakeRequest } from '#testing';
import { indianTime } from '../../src/processors/cashfree/cashfree-requests';
import { RecurringAtCashfree } from './cashfree-recurring';

export const CASHFREE_KEYS = { clientId: 'cashfree-client-id', clientSecret: 'cashfree-client-secret-canary' } as const;

/** Settings of the payments service with this stand-in, its server-to-server API open. */
export function cashfreeSettings(url: string) {
  const { clientId, clientSecret } = CASHFREE_KEYS;
  return { cashfreeClientId: clientId, cashfreeClientSecret: clientSecret, cashfreeApiUrl: `${url}/pg`, cashfreeDirectEnabled: true };
}

type Entity = Record<string, unknown>;
type Delivery = { headers: Record<string, string>; rawBody: Uint8Array };

/** A local server that speaks the documented shapes of Cashfree, version 2025-01-01: links, orders, payments, refunds, webhooks. */
export class FakeCashfree extends FakeServer {
  readonly links = new Map<string, Entity>();
  readonly orders = new Map<string, Entity>();
  /** By order id. */
  readonly payments = new Map<string, Entity[]>();
  /** By order id and refund id. */
  readonly refunds = new Map<string, Entity>();
  /** Subscriptions and what is debited under them. */
  readonly recurring: RecurringAtCashfree;
  /** What a refund is when it is made. */
  refundStatus: 'SUCCESS' | 'PENDING' | 'ONHOLD' | 'CANCELLED' = 'SUCCESS';
  private readonly keyed = new Map<string, { text: string; reply: FakeReply }>();
  private serial = 7_000;

  constructor(private readonly nowMs: () => number) {
    super();
    this.recurring = new RecurringAtCashfree(nowMs);
  }

  /** The customer pays what was begun: an order by its id, a link by its own. */
  pay(id: string, change: Entity = {}): Entity {
    return this.finish(id, { payment_status: 'SUCCESS', is_captured: true, bank_reference: '632418123456', ...change });
  }

  /** The bank says no. On a page the customer may try again, so that only the payment ends. */
  decline(id: string): Entity {
    const error_details = {
      error_code: 'TRANSACTION_DECLINED',
      error_reason: 'insufficient_funds',
      error_code_raw: 'Z9',
      error_description: 'asha@example.com',
    };
    return this.finish(id, { payment_status: 'FAILED', error_details });
  }

  /** What Cashfree posts about the payment of an order. */
  paymentWebhook(orderId: string, secret?: string): Delivery {
    const { order_id, order_amount, order_currency, order_tags } = this.orders.get(orderId) ?? {};
    const payment = this.payments.get(orderId)?.at(-1) ?? {};
    const type = payment['payment_status'] === 'SUCCESS' ? 'PAYMENT_SUCCESS_WEBHOOK' : 'PAYMENT_FAILED_WEBHOOK';
    const { error_details } = payment;
    return this.sign({ type, data: { order: { order_id, order_amount, order_currency, order_tags }, payment, error_details } }, secret);
  }

  linkWebhook(linkId: string, namesOrder = true): Delivery {
    const link = this.links.get(linkId) ?? {};
    const order = namesOrder && link['link_status'] === 'PAID' ? { order_id: `CFPay_${linkId}`, transaction_status: 'SUCCESS' } : undefined;
    const text = (value: unknown): string => Number(value).toFixed(2);
    const amounts = { link_amount: text(link['link_amount']), link_amount_paid: text(link['link_amount_paid']) };
    return this.sign({ type: 'PAYMENT_LINK_EVENT', version: 1, data: { ...link, ...amounts, order } });
  }

  /** The speeds are fields of the refund here. */
  refundWebhook({ refund_speed: speed, ...about }: Entity): Delivery {
    const { requested: requested_speed, processed: processed_speed } = speed as Entity;
    return this.sign({ type: 'REFUND_STATUS_WEBHOOK', data: { refund: { ...about, requested_speed, processed_speed } } });
  }

  /** Signs any body as Cashfree does. */
  sign(body: object, secret: string = CASHFREE_KEYS.clientSecret): Delivery {
    const timestamp = String(this.nowMs());
    const rawBody = Buffer.from(JSON.stringify({ event_time: indianTime(this.nowMs()), ...body }));
    const signature = createHmac('sha256', secret).update(timestamp).update(rawBody).digest('base64');
    return { headers: { 'x-webhook-signature': signature, 'x-webhook-timestamp': timestamp }, rawBody };
  }

  protected answer(request: FakeRequest): FakeReply {
    const { headers, method, path } = request;
    if (headers['x-client-id'] !== CASHFREE_KEYS.clientId || headers['x-client-secret'] !== CASHFREE_KEYS.clientSecret)
      return this.refusal(401);
    if (headers['x-api-version'] !== '2025-01-01') return problem(400, 'x-api-version_missing');
    const key = `${method} ${path} ${String(headers['x-idempotency-key'])}`;
    const before = headers['x-idempotency-key'] === undefined ? undefined : this.keyed.get(key);
    if (before !== undefined && before.text !== request.text) return problem(422, 'request_invalid', 'idempotency_error');
    if (before !== undefined) return before.reply;
    const reply = this.recurring.answer(request) ?? this.act(request);
    this.keyed.set(key, { text: request.text, reply });
    return reply;
  }

  protected refusal(status: 401 | 429 | 502): FakeReply {
    return problem(status, { 401: 'authentication_failed', 429: 'too_many_requests', 502: 'internal_error' }[status]);
  }

  private act(request: FakeRequest): FakeReply {
    const [, , resource = '', id = '', action = '', sub = ''] = request.path.split('/');
    if (request.path === '/pg/orders/sessions') return this.createPayment(request.body);
    const shape = [request.method, resource, id && ':id', action, sub && ':sub'].filter((part) => part !== '').join(' ');
    return this.routes[shape]?.(id, request, sub) ?? problem(404, 'route_missing');
  }

  private readonly routes: Record<string, (id: string, request: FakeRequest, sub: string) => FakeReply> = {
    'POST links': (_id, { body }) => this.createLink(body),
    'GET links :id': (id) => found(this.links.get(id)),
    'POST links :id cancel': (id) => this.cancelLink(id),
    'GET links :id orders': (id) => ok([...this.orders.values()].filter(({ link_id }) => link_id === id)),
    'POST orders': (_id, { body }) => this.createOrder(body),
    'GET orders :id': (id) => found(this.orders.get(id)),
    'GET orders :id payments': (id) => (this.orders.has(id) ? ok(this.payments.get(id) ?? []) : problem(404, 'order_not_found')),
    'POST orders :id authorization': (id, { body }) => this.authorize(id, body),
    'POST orders :id refunds': (id, { body }) => this.refund(id, body),
    'GET orders :id refunds :sub': (id, _request, sub) => found(this.refunds.get(`${id}/${sub}`)),
    'POST eligibility :id': () => ok([NETBANKING]),
  };

  private createLink(body: Entity): FakeReply {
    const id = String(body['link_id']);
    if (this.links.has(id)) return problem(409, 'link_already_exists');
    const link = {
      ...body,
      cf_link_id: ++this.serial,
      link_status: 'ACTIVE',
      link_amount_paid: 0,
      link_url: `https://payments.cashfree.test/links/${id}`,
    };
    this.links.set(id, link);
    return ok(link);
  }

  private cancelLink(id: string): FakeReply {
    const link = this.links.get(id);
    if (link?.['link_status'] !== 'ACTIVE') return problem(400, 'link_cannot_be_cancelled');
    link['link_status'] = 'CANCELLED';
    return ok(link);
  }

  private createOrder(body: Entity): FakeReply {
    const id = String(body['order_id']);
    if (this.orders.has(id)) return problem(409, 'order_already_exists');
    const order = { ...body, cf_order_id: String(++this.serial), order_status: 'ACTIVE', payment_session_id: `session_${id}` };
    this.orders.set(id, order);
    return ok(order);
  }

  private createPayment({ payment_session_id, payment_method }: Entity): FakeReply {
    const id = String(payment_session_id).slice('session_'.length);
    const method = payment_method as { upi?: { channel: string; upi_id?: string }; netbanking?: object };
    if (method.upi?.upi_id?.startsWith('invalid')) return problem(400, 'upi.upi_id_invalid');
    const payment = this.addPayment(id, { payment_status: 'NOT_ATTEMPTED', payment_group: method.upi ? 'upi' : 'net_banking' });
    const upi = { url: null, payload: { default: `upi://pay?pa=acme@cashfree&tr=${id}`, gpay: 'tez://upi/pay' } };
    const page = { url: `https://api.cashfree.test/pg/view/${id}`, payload: null };
    return ok({ cf_payment_id: payment['cf_payment_id'], channel: 'link', action: 'custom', data: method.upi ? upi : page });
  }

  private addPayment(orderId: string, fields: Entity): Entity {
    const { order_amount: payment_amount, order_currency: payment_currency } = this.orders.get(orderId) ?? {};
    const payment: Entity = {
      cf_payment_id: String(++this.serial),
      order_id: orderId,
      payment_amount,
      payment_currency,
      is_captured: false,
      payment_method: {},
      ...fields,
    };
    this.payments.set(orderId, [...(this.payments.get(orderId) ?? []), payment]);
    return payment;
  }

  private finish(id: string, change: Entity): Entity {
    const link = this.links.get(id);
    if (link === undefined) return Object.assign(this.payments.get(id)?.at(-1) ?? {}, change);
    const orderId = `CFPay_${id}`;
    const { link_amount: order_amount, link_currency: order_currency } = link;
    const isPaid = change['payment_status'] === 'SUCCESS';
    this.orders.set(orderId, {
      order_id: orderId,
      link_id: id,
      order_amount,
      order_currency,
      order_status: isPaid ? 'PAID' : 'ACTIVE',
      order_tags: null,
    });
    if (isPaid) Object.assign(link, { link_status: 'PAID', link_amount_paid: order_amount });
    return this.addPayment(orderId, { payment_group: 'credit_card', payment_method: CARD, ...change });
  }

  private authorize(id: string, { action, amount }: Entity): FakeReply {
    const payment = this.payments.get(id)?.at(-1);
    if (payment?.['payment_status'] !== 'SUCCESS' || payment['is_captured'] === true) return problem(400, 'authorization_invalid');
    Object.assign(payment, action === 'VOID' ? { payment_status: 'VOID' } : { is_captured: true, payment_amount: amount });
    return ok(payment);
  }

  private refund(orderId: string, body: Entity): FakeReply {
    const key = `${orderId}/${String(body['refund_id'])}`;
    if (this.refunds.has(key)) return problem(409, 'refund_already_exists');
    const payment = this.payments.get(orderId)?.at(-1);
    if (payment === undefined || Number(body['refund_amount']) > Number(payment['payment_amount']))
      return problem(400, 'refund_amount_invalid');
    const isInstant = body['refund_speed'] === 'INSTANT';
    const refund: Entity = {
      ...body,
      cf_refund_id: String(++this.serial),
      order_id: orderId,
      refund_currency: payment['payment_currency'],
      refund_status: this.refundStatus,
      refund_arn: '74332741862512345678901',
      refund_speed: { requested: body['refund_speed'], processed: isInstant ? 'INSTANT' : 'STANDARD' },
    };
    this.refunds.set(key, refund);
    return ok(refund);
  }
}

const CARD = {
  card: { card_number: 'XXXXXXXXXXXX1111', card_network: 'visa', card_type: 'credit_card', card_country: 'IN', card_bank_name: 'HDFC' },
};
const NETBANKING = {
  eligibility: true,
  entity_type: 'payment_methods',
  entity_value: 'netbanking',
  entity_details: {
    payment_method_details: [
      { nick: 'hdfc_bank', eligibility: true, code: 3021 },
      { nick: 'sbi', eligibility: false, code: 3044 },
      { nick: 'other', eligibility: true, code: 9999 },
    ],
  },
};

function ok(body: unknown): FakeReply {
  return { status: 200, body };
}

function found(entity: Entity | undefined): FakeReply {
  return entity === undefined ? problem(404, 'not_found') : ok(entity);
}

function problem(status: number, code: string, type = 'invalid_request_error'): FakeReply {
  return { status, body: { message: `${code} for asha@example.com`, code, type } };
}
