import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIRMABLE_STATUSES, offeredMethods, OTP, withPaymentRules } from '#contracts';
import type {
  ConfirmPaymentPayload,
  InvoiceResource,
  PayInvoicePayload,
  PaymentResource,
  PaymentStatus,
  Reply,
  ServiceName,
  VerificationResource,
} from '#contracts';
import { PersonalData } from '#personal-data';
import { mayAccountAct, rulesOfAccount } from '../accounts/account-rules.table';
import { AddressDigests } from '../auth/address-digests';
import type { Caller } from '../auth/authenticator';
import { Commands } from '../commands/commands';
import { ApiError } from '../http/api-error';
import { sealerFor } from '../personal-data/encrypt-for';
import { PageLimits } from '../limits/page-limits';
import { RequestLimits } from '../limits/request-limits';
import { ServiceQueries } from '../queries/service-queries';
import { ClientSecrets, type SecretHolder } from '../client-secrets/client-secret';
import { GatewayDatabase } from '../tables/gateway-database';
import { customerMessages } from './customer-messages';

/** A page was asked for without the secret that opens it. */
export class PageClosedError extends Error {
  override readonly name = 'PageClosedError';
}

/** A request for a hosted page. */
export type PageRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown>; Body: unknown }>;

/** A request for a hosted page with its answer. */
export interface PageExchange {
  request: PageRequest;
  reply: FastifyReply;
}

/** What the page shows excludes anything else: it is refused here, and no command is sent that would be refused and stored. */
const CONFIRMABLE: ReadonlySet<PaymentStatus> = new Set(CONFIRMABLE_STATUSES);
const SIMULABLE: ReadonlySet<PaymentStatus> = new Set(['requires_action', 'processing', 'authorized', 'failed', 'expired', 'cancelled']);

/** Whether the payer has paid, as far as the payer goes. */
export function isPaidOrUnderWay({ status }: Pick<PaymentResource, 'status'>): boolean {
  return status === 'processing' || status === 'authorized' || status === 'captured' || status === 'refunded';
}

/** The customer at a hosted page: may see and pay the one payment whose secret they hold, through the same commands. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly secrets: ClientSecrets,
    private readonly queries: ServiceQueries,
    private readonly commands: Commands,
    private readonly addresses: AddressDigests,
    private readonly personalData: PersonalData,
    private readonly limits: RequestLimits,
    private readonly pageLimits: PageLimits,
    private readonly database: GatewayDatabase,
  ) {}

  /**
   * Whose object the secret of a request opens. Counted for that object, a wrong one against the address it came from.
   *
   * @throws PageClosedError without the right secret. @throws ApiError rate_limited.
   */
  holderOf({ request, reply }: PageExchange, secret: unknown): SecretHolder {
    const { id } = request.params;
    const holder = this.secrets.open(secret, id);
    if (holder === undefined) return this.limits.countRefusal(request, reply, new PageClosedError());
    this.pageLimits.admit(id);
    return holder;
  }

  /** @throws ApiError what the service answers. */
  find(holder: SecretHolder): Promise<PaymentResource> {
    return this.read(holder, `/internal/payments/${holder.objectId}`);
  }

  /** What a service shows to the account of the page. @throws ApiError what the service answers. */
  async read<TResource>(holder: SecretHolder, path: string, service: ServiceName = 'payments'): Promise<TResource> {
    const { text } = await this.queries.get(service, path, callerFor(holder));
    return JSON.parse(text) as TResource;
  }

  async confirm(holder: SecretHolder, payload: ConfirmPaymentPayload, request: FastifyRequest): Promise<Problem | null> {
    const { status, attempt_count: attempts } = await this.find(holder);
    if (!CONFIRMABLE.has(status)) return { message: `A payment that is ${status} can no longer be made.` };
    if (payload.attemptsSeen !== undefined && payload.attemptsSeen !== attempts) return { message: NOT_POSSIBLE };
    return this.send('payments.confirm', payload, holder, request);
  }

  async submitOtp(holder: SecretHolder, otp: string, request: FastifyRequest): Promise<Problem | null> {
    const { status } = await this.find(holder);
    if (status !== 'requires_action') return { message: 'The payment does not wait for a one-time password.' };
    if (!OTP.test(otp)) return { message: customerMessages({ param: 'otp' }) ?? NOT_POSSIBLE };
    const seal = await sealerFor(this.personalData, holder.accountId, { subjectId: null });
    return this.send('payments.submit_otp', { otp: seal(otp, 'otp') }, holder, request);
  }

  /** Test mode only: what the customer's bank says. */
  async simulate(holder: SecretHolder, outcome: string, request: FastifyRequest): Promise<Problem | null> {
    const { status } = await this.find(holder);
    if (!SIMULABLE.has(status)) return { message: `Nothing can be simulated for a payment that is ${status}.` };
    return this.send('payments.simulate', { outcome }, holder, request);
  }

  /** @throws ApiError what the service answers. */
  findVerification(holder: SecretHolder): Promise<VerificationResource> {
    return this.read(holder, `/internal/kyc_verifications/${holder.objectId}`, 'kyc');
  }

  /** @throws ApiError what the service answers. */
  findInvoice(holder: SecretHolder): Promise<InvoiceResource> {
    return this.read(holder, `/internal/invoices/${holder.objectId}`);
  }

  /**
   * Begins the payment of an invoice, with whatever method the customer chooses at its checkout. The methods are named: without any an
   * invoice that is debited would be debited again.
   */
  async payInvoice(holder: SecretHolder, request: FastifyRequest): Promise<Problem | null> {
    const rules = withPaymentRules(await rulesOfAccount(this.database.askOften, holder.accountId));
    const payload: PayInvoicePayload = { methods: [...offeredMethods(rules.rules)], ...rules };
    const order: PageOrder = { service: 'payments', type: 'invoices.pay', payload, location: `/v1/invoices/${holder.objectId}` };
    return this.order(order, holder, request);
  }

  /** Where the customer pays by this payment of theirs. */
  checkoutOf(holder: SecretHolder, paymentId: string): string {
    return `/checkout/${paymentId}?client_secret=${this.secrets.of({ ...holder, objectId: paymentId })}`;
  }

  /** Test mode only: what the customer says at the page of DigiLocker. */
  async answerConsent(holder: SecretHolder, isGiven: boolean, request: FastifyRequest): Promise<Problem | null> {
    const { status } = await this.findVerification(holder);
    if (status !== 'requires_input') return { message: `The verification is ${status}: consent is not asked for.` };
    const order: PageOrder = {
      service: 'kyc',
      type: 'kyc.answer_consent',
      payload: { isGiven },
      location: `/v1/kyc/verifications/${holder.objectId}`,
    };
    return this.order(order, holder, request);
  }

  /** @returns what stood in the way, fit to be shown; null when the payment went on, declines included: the page shows them. */
  private async send(type: string, payload: unknown, holder: SecretHolder, request: FastifyRequest): Promise<Problem | null> {
    return this.order({ service: 'payments', type, payload, location: `/v1/payments/${holder.objectId}` }, holder, request);
  }

  /** @returns what stood in the way, fit to be shown; null when the command was carried out. */
  async order(order: PageOrder, holder: SecretHolder, request: FastifyRequest): Promise<Problem | null> {
    this.pageLimits.admitCommand(holder.objectId);
    // No page takes money for an account whose keys could not.
    if (!(await mayAccountAct(this.database.askOften, holder.accountId, holder.livemode))) return { message: MERCHANT_INACTIVE };
    // Digests of one payer are alike within one object only: nothing may follow a customer from shop to shop.
    const address = this.addresses.of(holder.objectId, request.ip);
    const origin = { caller: callerFor(holder), requestId: request.id, address, claim: null };
    const reply: Reply | Problem = await this.commands.send(origin, { ...order, streamId: holder.objectId }).catch(problemOf);
    return 'message' in reply ? reply : null;
  }
}

/** What a page asks of its object. */
export interface PageOrder {
  service: ServiceName;
  type: string;
  payload: unknown;
  location: string;
}

/** The message for a customer where there is none for the case. */
export const NOT_POSSIBLE = 'This is not possible now.';

/** The account is suspended or closed, or has no live mode. */
const MERCHANT_INACTIVE = 'The merchant cannot take payments now. Please ask them.';

/** A sentence for the customer. */
export interface Problem {
  message: string;
}

/** @throws whatever is no refusal of the request: what may have been done is not called impossible, or the payer pays again. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError) || error.code === 'internal_error' || error.code === 'outcome_unknown') throw error;
  const { param, reason, message } = error.details;
  return { message: param === undefined ? (message ?? NOT_POSSIBLE) : (customerMessages({ param, reason }) ?? NOT_POSSIBLE) };
}

/** The commands of a page come from the payment's own account, and the history says that it was the page. */
function callerFor({ accountId, livemode }: SecretHolder): Caller {
  return { accountId, livemode, keyId: 'hosted_page', kind: 'publishable', scopes: [], addresses: null, rules: { requestLogDays: 0 } };
}
