import type { FakeReply, FakeRequest } from '#testing';

type Entity = Record<string, unknown> & { id: string };

/** The books of the stand-in that recurring payments share with the rest of it. */
export interface RazorpayBooks {
  orders: Map<string, Entity>;
  payments: Map<string, Entity>;
  newId(prefix: string): string;
  addPayment(fields: Record<string, unknown>): Entity;
  nowSeconds(): number;
}

/** Registration links, tokens, notifications and recurring payments, in the documented shapes of Razorpay. */
export class RecurringAtRazorpay {
  /** Registration links; Razorpay keeps them as invoices. */
  readonly links = new Map<string, Entity>();
  readonly tokens = new Map<string, Entity & { customer_id: string }>();

  constructor(private readonly books: RazorpayBooks) {}

  /** The registration links that were made for a mandate. */
  linksOf(mandateId: string): Entity[] {
    return [...this.links.values()].filter(({ receipt }) => receipt === mandateId);
  }

  /** The orders with a notification that were made for a debit, oldest first. */
  noticesOf(debitId: string): Entity[] {
    return [...this.books.orders.values()].filter((order) => isOf(order, 'hundi_debit', debitId));
  }

  /** The recurring payments of a payment of ours. */
  paymentsOf(paymentId: string): Entity[] {
    return [...this.books.payments.values()].filter((payment) => isOf(payment, 'hundi_payment', paymentId));
  }

  /**
   * The payer authorizes the token on Razorpay's page. @param change of the payment that it is authorized with.
   *
   * @returns what a webhook would carry.
   */
  authorize(
    mandateId: string,
    status = 'confirmed',
    change: Record<string, unknown> = {},
  ): { invoice: Entity; payment: Entity; token: Entity } {
    const [invoice] = this.linksOf(mandateId);
    if (invoice === undefined) throw new Error(`no registration of ${mandateId}`);
    const { amount, currency, notes, order_id, customer_id } = invoice;
    const token = { id: this.books.newId('token'), entity: 'token', method: 'upi', recurring: true, customer_id: String(customer_id) };
    this.tokens.set(token.id, { ...token, recurring_details: { status, failure_reason: null } });
    const paid = { amount, currency, notes, order_id, customer_id, token_id: token.id, amount_refunded: 0, invoice_id: invoice.id };
    const payment = Object.assign(this.books.addPayment(paid), { status: 'captured', captured: true, ...change });
    Object.assign(invoice, { status: 'paid', payment_id: payment.id });
    return { invoice, payment, token: this.tokenAs(token.id, status) };
  }

  /** The token moves on. @returns it as a webhook carries it: without the customer. */
  tokenAs(tokenId: string, status: string): Entity {
    const token = this.tokens.get(tokenId);
    if (token === undefined) throw new Error(`no token ${tokenId}`);
    Object.assign(token, { recurring_details: { status, failure_reason: null } });
    const { customer_id: _not_sent, ...sent } = token;
    return sent;
  }

  /** The payer gets the notice of an order, or does not. @returns what the webhook carries. */
  notificationAs(orderId: string, status: 'delivered' | 'failed'): Entity {
    const order = this.books.orders.get(orderId);
    const notification = order?.['notification'] as Entity | undefined;
    if (notification === undefined) throw new Error(`no notification of ${orderId}`);
    return Object.assign(notification, { status, delivered_at: status === 'delivered' ? this.books.nowSeconds() : null });
  }

  /** The bank answers a recurring payment. */
  settle(paymentId: string, change: Record<string, unknown> = { status: 'captured', captured: true, fee: 0, tax: 0 }): Entity {
    const payment = this.paymentsOf(paymentId).at(-1);
    if (payment === undefined) throw new Error(`no recurring payment of ${paymentId}`);
    return Object.assign(payment, change);
  }

  /** Undefined for a path that is no part of recurring payments. */
  answer(request: FakeRequest): FakeReply | undefined {
    const [, , resource = '', id, action, sub, last] = request.path.split('/');
    const shape = [request.method, resource, id && ':id', action, sub && ':sub', last].filter(Boolean).join(' ');
    return this.routes[shape]?.(String(id), request, String(sub));
  }

  private readonly routes: Record<string, (id: string, request: FakeRequest, sub: string) => FakeReply> = {
    'POST subscription_registration :id': (_id, { body }) => this.createLink(body),
    'GET invoices': (_id, { query }) => ok({ entity: 'collection', items: this.linksOf(query.get('receipt') ?? '') }),
    'GET invoices :id': (id) => found(this.links.get(id)),
    'POST invoices :id cancel': (id) => this.cancelLink(id),
    'GET customers :id tokens :sub': (id, _request, sub) => found(this.tokenOf(id, sub)),
    'PUT customers :id tokens :sub cancel': (id, _request, sub) => this.cancelToken(id, sub),
    'GET orders :id': (id) => found(this.books.orders.get(id)),
    'POST payments :id recurring': (_id, { body }) => this.createPayment(body),
  };

  /** An order that was made just now has the notification that was asked for with it. */
  withNotification(order: Entity): void {
    if (order['notification'] === undefined) return;
    const made = {
      id: this.books.newId('notification'),
      entity: 'notification',
      order_id: order.id,
      status: 'created',
      delivered_at: null,
    };
    order['notification'] = { ...(order['notification'] as object), ...made };
  }

  private createLink({ customer: _payer, subscription_registration, ...body }: Record<string, unknown>): FakeReply {
    const { method } = subscription_registration as { method: string };
    if (method === 'emandate' && body['amount'] !== 0) return problem('The amount must be 0 for emandate.');
    if (method !== 'emandate' && Number(body['amount']) < 100) return problem('The amount must be at least INR 1.00');
    const id = this.books.newId('inv');
    const order: Entity = {
      id: this.books.newId('order'),
      amount: body['amount'],
      currency: 'INR',
      receipt: null,
      notes: [],
      token: subscription_registration,
    };
    this.books.orders.set(order.id, order);
    const customer_id = this.books.newId('cust');
    const link: Entity = {
      ...body,
      id,
      entity: 'invoice',
      customer_id,
      order_id: order.id,
      status: 'issued',
      short_url: `https://rzp.test/r/${id}`,
    };
    this.links.set(id, link);
    return ok(link);
  }

  private cancelLink(id: string): FakeReply {
    const link = this.links.get(id);
    if (link?.['status'] !== 'issued') return problem('Operation not allowed for Invoice in this status.');
    link['status'] = 'cancelled';
    return ok(link);
  }

  private tokenOf(customerId: string, tokenId: string): Entity | undefined {
    const token = this.tokens.get(tokenId);
    return token?.customer_id === customerId ? token : undefined;
  }

  private cancelToken(customerId: string, tokenId: string): FakeReply {
    const token = this.tokenOf(customerId, tokenId);
    const details = token?.['recurring_details'] as { status: string } | undefined;
    if (details === undefined || !['initiated', 'confirmed', 'paused'].includes(details.status))
      return problem('The token cannot be cancelled.');
    details.status = 'cancellation_initiated';
    return ok({ status: 'cancellation_initiated' });
  }

  private createPayment({ amount, currency, order_id, customer_id, token, notes, email, contact }: Record<string, unknown>): FakeReply {
    const order = this.books.orders.get(String(order_id));
    const known = this.tokenOf(String(customer_id), String(token));
    if (email === undefined || contact === undefined) return problem('The email and contact fields are required.');
    if (order === undefined || known === undefined) return problem('The id provided does not exist');
    if (order['amount'] !== amount) return problem('Your payment amount is different from your order amount.');
    const isPaid = [...this.books.payments.values()].some((one) => one['order_id'] === order_id && one['captured'] === true);
    if (isPaid) return problem('Payment already done for this order.');
    const payment = this.books.addPayment({ amount, currency, order_id, customer_id, token_id: token, notes, method: 'upi' });
    return ok({ razorpay_payment_id: payment.id, razorpay_order_id: order_id, razorpay_signature: 'not looked at' });
  }
}

function isOf(entity: Entity, name: string, id: string): boolean {
  return (entity['notes'] as Record<string, string> | undefined)?.[name] === id;
}

function ok(body: unknown): FakeReply {
  return { status: 200, body };
}

function found(entity: Entity | undefined): FakeReply {
  return entity === undefined ? problem('The id provided does not exist') : ok(entity);
}

function problem(description: string): FakeReply {
  return { status: 400, body: { error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', step: 'payment_initiation' } } };
}
