import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ChooseMethodPayload, MandateOutcome, MandateResource, SubscriptionResource, TaxSettingsResource } from '#contracts';
import type { SecretHolder } from '../../client-secrets/client-secret';
import { CheckoutService, type Problem } from '../checkout-service';
import { mandateSeenBy, readChoice } from './choice-form';

/** What a payer is asked to agree to. */
export interface Approval {
  /** Null where the payer has not chosen a method yet, or nothing is debited. */
  mandate: MandateResource | null;
  /** What it is for; null of a mandate that the merchant debits. */
  subscription: SubscriptionResource | null;
  /** Who debits; null where the account has no legal name. */
  merchant: string | null;
}

/** The payer at the page where mandates are approved: it is opened by the secret of a mandate or of a subscription. */
@Injectable()
export class Approvals {
  constructor(private readonly checkout: CheckoutService) {}

  /** @throws ApiError what the service answers. */
  async find(holder: SecretHolder): Promise<Approval> {
    const { legal_name: merchant } = await this.checkout.read<TaxSettingsResource>(holder, '/internal/tax_settings');
    if (holder.objectId.startsWith('sub_')) {
      const subscription = await this.subscription(holder, holder.objectId);
      const mandateId = subscription.pending_update?.mandate_id ?? subscription.mandate_id;
      return { merchant, subscription, mandate: mandateId === null ? null : await this.mandate(holder, mandateId) };
    }
    const mandate = await this.mandate(holder, holder.objectId);
    const [subscriptionId] = mandate.subscription_ids;
    return { merchant, mandate, subscription: subscriptionId === undefined ? null : await this.subscription(holder, subscriptionId) };
  }

  /** Of a subscription whose customer still has time, and whose registration has run out, another one begins. */
  async registerAgain(holder: SecretHolder, request: FastifyRequest): Promise<void> {
    if (!holder.objectId.startsWith('sub_')) return;
    const { mandate, subscription } = await this.find(holder);
    if (mandate?.status !== 'expired' || subscription?.short_url == null) return;
    const location = `/v1/subscriptions/${holder.objectId}`;
    await this.checkout.order({ service: 'payments', type: 'subscriptions.register_again', payload: {}, location }, holder, request);
  }

  /** Test mode only: what the payer says. A form that was sent twice, or too late, changes nothing. */
  async answer(holder: SecretHolder, outcome: MandateOutcome, request: FastifyRequest): Promise<Problem | null> {
    const { mandate } = await this.find(holder);
    if (mandate?.status !== 'requires_action') return null;
    const { id } = mandate;
    const order = { service: 'payments', type: 'mandates.simulate', payload: { outcome }, location: `/v1/mandates/${id}` } as const;
    return this.checkout.order(order, { ...holder, objectId: id }, request);
  }

  /** The method of a subscription that its customer chose. A form that was sent twice, or too late, changes nothing. */
  async choose(holder: SecretHolder, form: Readonly<Record<string, string>>, request: FastifyRequest): Promise<Problem | null> {
    const choice = readChoice(form, holder.livemode);
    if ('message' in choice) return choice;
    const seen = mandateSeenBy(form);
    const subscription = await this.subscription(holder, holder.objectId);
    if (subscription.status !== 'created' || isOutOfDate(seen, subscription)) return null;
    if (!subscription.payment_methods.includes(choice.instrument.method)) return { message: 'Choose one of the buttons.' };
    const payload: ChooseMethodPayload = { ...choice, ...(seen !== undefined && { mandateSeen: seen }) };
    const location = `/v1/subscriptions/${holder.objectId}`;
    const problem = await this.checkout.order(
      { service: 'payments', type: 'subscriptions.choose_method', payload, location },
      holder,
      request,
    );
    return problem !== null && isOutOfDate(seen, await this.subscription(holder, holder.objectId)) ? null : problem;
  }

  private mandate(holder: SecretHolder, id: string): Promise<MandateResource> {
    return this.checkout.read(holder, `/internal/mandates/${id}`);
  }

  private subscription(holder: SecretHolder, id: string): Promise<SubscriptionResource> {
    return this.checkout.read(holder, `/internal/subscriptions/${id}`);
  }
}

/** Whether another method was chosen since the page with the form was shown: the page shows what came of that. */
function isOutOfDate(seen: string | null | undefined, { mandate_id: mandateId }: SubscriptionResource): boolean {
  return seen !== undefined && seen !== mandateId;
}
