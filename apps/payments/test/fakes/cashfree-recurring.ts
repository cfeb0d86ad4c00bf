import type { FakeReply, FakeRequest } from '#testing';

type Entity = Record<string, unknown>;

const MANAGED: Readonly<Record<string, { from: readonly string[]; to: string }>> = {
  CANCEL: { from: ['INITIALIZED', 'BANK_APPROVAL_PENDING', 'ACTIVE', 'PAUSED', 'CUSTOMER_PAUSED', 'ON_HOLD'], to: 'CANCELLED' },
  PAUSE: { from: ['ACTIVE'], to: 'PAUSED' },
  ACTIVATE: { from: ['PAUSED'], to: 'ACTIVE' },
};

/** Subscriptions, controlled notifications and executions, charges and their refunds, in the documented shapes of Cashfree. */
export class RecurringAtCashfree {
  readonly subscriptions = new Map<string, Entity>();
  /** By their id. */
  readonly notifications = new Map<string, Entity>();
  /** Executions by their id, charges by that of the payment. */
  readonly debits = new Map<string, Entity>();
  readonly refunds = new Map<string, Entity>();
  private serial = 90_000;

  constructor(private readonly nowMs: () => number) {}

  /** The notifications that were asked for for a debit of ours. */
  noticesOf(debitId: string): Entity[] {
    return [...this.notifications.values()].filter((one) => String(one['notification_id']).startsWith(`${debitId}.`));
  }

  /** The payer authorizes the subscription and their bank takes it on, or another status comes. @returns it as it is now. */
  statusAs(mandateId: string, status = 'ACTIVE', authorization: Entity = { authorization_status: 'SUCCESS' }): Entity {
    const subscription = this.subscriptions.get(mandateId);
    if (subscription === undefined) throw new Error(`no subscription ${mandateId}`);
    const details = { ...(subscription['authorization_details'] as Entity), ...authorization };
    return Object.assign(subscription, { subscription_status: status, authorization_details: details });
  }

  /**
   * The payer approves, and pays the amount of the authorization. @param change of its payment; its id is ours in the app, and Cashfree's
   * on the page.
   *
   * @returns that payment, as a webhook carries it.
   */
  authorize(mandateId: string, change: Entity = {}): Entity {
    const details = this.subscriptions.get(mandateId)?.['authorization_details'] as Entity | undefined;
    const paid = {
      subscription_id: mandateId,
      payment_id: `${mandateId}.auth`,
      payment_type: 'AUTH',
      payment_status: 'SUCCESS',
      payment_amount: details?.['authorization_amount'],
      payment_currency: 'INR',
      payment_initiated_date: new Date(this.nowMs()).toISOString(),
      cf_txn_id: String(++this.serial),
      authorization_details: { authorization_time: new Date(this.nowMs()).toISOString() },
      ...change,
    };
    this.debits.set(paid.payment_id, paid);
    this.statusAs(mandateId, 'ACTIVE', { authorization_status: 'SUCCESS', payment_id: paid.payment_id });
    return paid;
  }

  /** What `SUBSCRIPTION_STATUS_CHANGED` carries. */
  statusReport(mandateId: string): Entity {
    const { subscription_id, cf_subscription_id, subscription_status, customer_details, plan_details, authorization_details } =
      this.subscriptions.get(mandateId) ?? {};
    const subscription_details = { subscription_id, cf_subscription_id, subscription_status };
    return { subscription_details, customer_details, plan_details, authorization_details };
  }

  /** The payer gets the notice, or does not. @returns what a webhook carries. */
  notificationAs(debitId: string, status: 'SUCCESS' | 'FAILED' | 'CANCELLED'): Entity {
    const notification = this.noticesOf(debitId).at(-1);
    if (notification === undefined) throw new Error(`no notification of ${debitId}`);
    const notification_completed_time = new Date(this.nowMs()).toISOString();
    return Object.assign(notification, { notification_status: status, notification_completed_time });
  }

  /** The bank answers a charge or an execution. @returns what a webhook carries. */
  settle(paymentId: string, status: 'SUCCESS' | 'FAILED', reason = 'Insufficient funds in the account of asha@example.com'): Entity {
    const debit = this.debits.get(paymentId);
    if (debit === undefined) throw new Error(`no debit of ${paymentId}`);
    const name = 'execution_id' in debit ? 'execution_status' : 'payment_status';
    const failure = status === 'FAILED' && { failure_details: { failure_reason: reason, failure_error_code: 'U30' } };
    return Object.assign(debit, { [name]: status, cf_txn_id: String(++this.serial), ...failure });
  }

  /** Undefined for a path that is no part of subscriptions. */
  answer({ method, path, body }: FakeRequest): FakeReply | undefined {
    const [, , resource, ...rest] = path.split('/').map(decodeURIComponent);
    if (resource !== 'subscriptions') return undefined;
    return method === 'POST' ? this.make(rest, body) : found(this.read(rest));
  }

  private make([first, second, third]: readonly string[], body: Entity): FakeReply {
    if (first === undefined) return this.create(body);
    if (first === 'pay') return this.pay(third ?? String(body['payment_type']), body);
    return second === 'manage' ? this.manage(first, body) : this.refund(first, body);
  }

  private pay(what: string, body: Entity): FakeReply {
    switch (what) {
      case 'AUTH':
        return this.beginAuthorization(body);
      case 'CHARGE':
        return this.charge(body);
      case 'notify-mandate':
        return this.notify(body);
      default:
        return this.execute(body);
    }
  }

  private read([first, ...rest]: readonly string[]): Entity | undefined {
    if (first === 'payments') return this.controlled(rest);
    const [kind, id = ''] = rest;
    if (kind === undefined) return this.subscriptions.get(String(first));
    const kept = (kind === 'payments' ? this.debits : this.refunds).get(id);
    return kept?.['subscription_id'] === first ? kept : undefined;
  }

  /** A notification or an execution, by the path after `/payments`. */
  private controlled([paymentId = '', , , id = '']: readonly string[]): Entity | undefined {
    return [...this.notifications.values(), ...this.debits.values()].find((one) => isNamed(one, paymentId, id));
  }

  private create({ customer_details, ...body }: Entity): FakeReply {
    const id = String(body['subscription_id']);
    if (this.subscriptions.has(id)) return problem(409, 'subscription_already_exists');
    const payer = customer_details as Entity;
    if (payer['customer_email'] === undefined || payer['customer_phone'] === undefined) return problem(400, 'customer_details_invalid');
    const subscription = {
      ...body,
      customer_details,
      cf_subscription_id: String(++this.serial),
      subscription_status: 'INITIALIZED',
      subscription_session_id: `sub_session_${id}`,
    };
    this.subscriptions.set(id, subscription);
    return ok(subscription);
  }

  private beginAuthorization(body: Entity): FakeReply {
    const subscription = this.subscriptions.get(String(body['subscription_id']));
    if (subscription?.['subscription_session_id'] !== body['subscription_session_id'])
      return problem(400, 'subscription_session_id_invalid');
    const link = `upi://mandate?pa=acme@cashfree&tr=${String(body['subscription_id'])}`;
    const payload = { upiIntentData: { androidAuthAppLinks: { DEFAULT: link } }, qrData: link };
    return ok({ payment_id: body['payment_id'], payment_status: 'PENDING', action: 'custom', channel: 'link', data: { payload } });
  }

  private manage(id: string, { action }: Entity): FakeReply {
    const subscription = this.subscriptions.get(id);
    if (subscription === undefined) return problem(404, 'subscription_not_found');
    const change = MANAGED[String(action)];
    if (change?.from.includes(String(subscription['subscription_status'])) !== true) return problem(400, 'subscription_status_invalid');
    subscription['subscription_status'] = change.to;
    return ok(subscription);
  }

  private charge(body: Entity): FakeReply {
    const refusal = this.refusalOf(String(body['subscription_id']), String(body['payment_id']));
    if (refusal !== undefined) return refusal;
    return this.keep(String(body['payment_id']), { ...body, payment_status: 'INITIALIZED' });
  }

  private notify(body: Entity): FakeReply {
    const id = String(body['notification_id']);
    const refusal = this.refusalOf(String(body['subscription_id']), id);
    if (refusal !== undefined) return refusal;
    const notification = { ...body, notification_status: 'PENDING', payment_status: 'INITIALIZED', payment_currency: 'INR' };
    this.notifications.set(id, notification);
    return ok(notification);
  }

  private execute({ payment_id, execution_id }: Entity): FakeReply {
    const notice = [...this.notifications.values()].find(
      (one) => one['payment_id'] === payment_id && one['notification_status'] === 'SUCCESS',
    );
    if (notice === undefined) return problem(400, 'notification_not_delivered');
    const { subscription_id, payment_amount, payment_currency } = notice;
    const refusal = this.refusalOf(String(subscription_id), String(execution_id));
    if (refusal !== undefined) return refusal;
    const under = { subscription_id, payment_id, payment_amount, payment_currency };
    return this.keep(String(execution_id), { ...under, execution_id, execution_status: 'PENDING' });
  }

  private keep(id: string, debit: Entity): FakeReply {
    this.debits.set(id, debit);
    return ok(debit);
  }

  private refusalOf(subscriptionId: string, id: string): FakeReply | undefined {
    const status = this.subscriptions.get(subscriptionId)?.['subscription_status'];
    if (status === undefined) return problem(404, 'subscription_not_found');
    if (this.debits.has(id) || this.notifications.has(id)) return problem(409, 'payment_already_exists');
    return status === 'ACTIVE' ? undefined : problem(400, 'subscription_not_active');
  }

  private refund(subscriptionId: string, body: Entity): FakeReply {
    const id = String(body['refund_id']);
    if (this.refunds.has(id)) return problem(409, 'refund_already_exists');
    const isPaid = [...this.debits.values()].some(
      (one) => one['payment_id'] === body['payment_id'] && Object.values(one).includes('SUCCESS'),
    );
    if (!isPaid) return problem(400, 'refund_payment_invalid');
    const refund = {
      ...body,
      subscription_id: subscriptionId,
      cf_refund_id: String(++this.serial),
      refund_currency: 'INR',
      refund_status: 'SUCCESS',
      refund_arn: '74332741862512345678901',
      refund_speed: { requested: body['refund_speed'], processed: 'STANDARD' },
    };
    this.refunds.set(id, refund);
    return ok(refund);
  }
}

function isNamed(entity: Entity, paymentId: string, id: string): boolean {
  return entity['payment_id'] === paymentId && (entity['notification_id'] === id || entity['execution_id'] === id);
}

function ok(body: unknown): FakeReply {
  return { status: 200, body };
}

function found(entity: Entity | undefined): FakeReply {
  return entity === undefined ? problem(404, 'not_found') : ok(entity);
}

function problem(status: number, code: string): FakeReply {
  return { status, body: { message: `${code} for asha@example.com`, code, type: 'invalid_request_error' } };
}
