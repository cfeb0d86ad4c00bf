import {
  SUBSCRIPTION_COMMAND_TYPES,
  USUAL_TAX_SETTINGS,
  type MandateInstrument,
  type MandateMethod,
  type Refusal,
  type SubscriptionCommand,
} from '#contracts';
import { refuse } from '#decider';
import { derivedIdOf, type HandlingContext, type Owner } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { accountRulesIdOf } from '../account-rules/aggregate';
import type { AccountRulesState } from '../account-rules/decide';
import { INITIAL_CUSTOMER, type CustomerState } from '../customer/state';
import type { InstantDebitRail } from '../debit/decide/context';
import type { MandateRouting } from '../mandate/aggregate';
import type { InstantRail } from '../mandate/decide/context';
import { takesFirst } from '../mandate/decide/first-amount';
import { takenPaymentOf } from '../mandate/first-amount';
import { INITIAL_MANDATE, type MandateState } from '../mandate/state';
import { INITIAL_INVOICE, type InvoiceState } from '../invoice/state';
import { INITIAL_PAYMENT_METHOD, type PaymentMethodState } from '../payment-method/decide';
import { isSettled, refundableAmount, type PaymentState } from '../payment/state';
import { INITIAL_PLAN, type PlanState } from '../plan/state';
import { unknownAmong } from '../processors/routing/unknown-processor';
import { taxSettingsIdOf } from '../tax-settings/id';
import type { TaxSettingsState } from '../tax-settings/state';
import { decide } from './decide';
import type { SubscriptionContext, SubscriptionRules } from './decide/context';
import type { SubscriptionEvent } from './events';
import { evolve } from './evolve';
import { followUpsOf } from './follow-ups';
import { subscriptionsList } from './list';
import { SUBSCRIPTION_EVENT_DEFINITIONS, subscriptionPublisher } from './publish';
import { subscriptionResource, type SubscriptionRenderOptions } from './render';
import { INITIAL_SUBSCRIPTION, type SubscriptionState } from './state';
import { wakeAtMs } from './timers';

export interface SubscriptionAggregateOptions extends Pick<SubscriptionRenderOptions, 'publicUrl'> {
  rules: SubscriptionRules;
  /** How long after its capture a payment can be refunded, ms. */
  refundWindowMs: number;
  /** The rails of the sandbox, and what they take where nothing was named. */
  sandbox: { rail: InstantRail & Pick<InstantDebitRail, 'refusalOf'>; usualInstrument(method: MandateMethod): MandateInstrument };
  /** Names that a wish of test mode may have; absent for that of the sandbox. */
  testNames?: readonly string[];
  /** The processors of live mode. */
  live: MandateRouting;
}

/** A subscription as the event store runs it. Everything in here is pure. */
export function defineSubscription(options: SubscriptionAggregateOptions): ResourceAggregate<SubscriptionState, SubscriptionEvent> {
  const { rules, publicUrl } = options;
  const shown = { rules, publicUrl };
  return {
    streamType: 'subscription',
    idKind: 'subscription',
    stateSchema: 1,
    initialState: INITIAL_SUBSCRIPTION,
    commandTypes: SUBSCRIPTION_COMMAND_TYPES,
    busCommandTypes: [
      'subscriptions.create',
      'subscriptions.update',
      'subscriptions.preview_update',
      'subscriptions.cancel',
      'subscriptions.pause',
      'subscriptions.resume',
      'subscriptions.retry',
      'subscriptions.choose_method',
      'subscriptions.register_again',
      'subscriptions.simulate',
    ],
    creationTypes: ['subscriptions.create'],
    eventTypes: SUBSCRIPTION_EVENT_DEFINITIONS,
    relatedStreams: (command) => streamsOf(command as SubscriptionCommand),
    decide(command, state, context) {
      const refusal = railRefusal(command as SubscriptionCommand, options);
      if (refusal !== null) return refuse(refusal);
      return decide(command as SubscriptionCommand, state, contextOf(command as SubscriptionCommand, context, options));
    },
    followUps: (change, command) => ({ followUps: followUpsOf(change, command) }),
    evolve,
    statusOf: ({ status }) => status,
    timer: { dueAtMs: (state) => wakeAtMs(state, options.rules), commandType: 'subscriptions.wake' },
    render: (snapshot) => subscriptionResource(snapshot, shown),
    publish: subscriptionPublisher(shown),
    list: subscriptionsList,
  };
}

/** In live mode a mandate needs a processor that registers it, whatever the customer chooses. */
function railRefusal(
  { type, payload, accountId, livemode }: SubscriptionCommand,
  { live, testNames = ['sandbox'] }: SubscriptionAggregateOptions,
): Refusal | null {
  if (type !== 'subscriptions.create') return null;
  const { method, methods = [method], processorHint: hint, collection } = payload;
  if (!livemode) return unknownAmong(testNames, hint);
  if (collection !== 'automatic') return null;
  const choices = methods.map((one) => live.chooseForMandate({ accountId, method: one, ...(hint !== undefined && { hint }) }));
  return choices.find((choice) => 'refusal' in choice)?.refusal ?? null;
}

/** What a payer is to agree on where nothing was named: they choose on the page where they agree. */
const LEFT_TO_PAYER: Readonly<Record<MandateMethod, MandateInstrument>> = {
  upi: { method: 'upi', vpa: null },
  card: { method: 'card', card: null },
  enach: { method: 'enach', account: null },
};

/** What a creation looks at; the rest is read when it is asked for. */
function streamsOf({ type, payload, accountId, livemode }: SubscriptionCommand): string[] {
  if (type !== 'subscriptions.create') return [];
  const { customer, customerId, planId, mandateId, paymentMethodId } = payload;
  const named = [customer === undefined ? customerId : customer.testClockId, planId, mandateId, paymentMethodId].filter(
    (id) => id !== undefined,
  );
  return [taxSettingsIdOf({ accountId, livemode }), ...named];
}

/** @param sinceMs a payment that was captured before takes no refund. */
function refundableOf(payment: PaymentState | undefined, sinceMs: number): number {
  if (payment === undefined || !isSettled(payment) || payment.capturedAtMs <= sinceMs) return 0;
  return refundableAmount(payment);
}

function contextOf(
  { streamId, accountId, livemode }: SubscriptionCommand,
  { nowMs, related }: HandlingContext,
  { rules, refundWindowMs, live, sandbox: { rail, usualInstrument } }: SubscriptionAggregateOptions,
): SubscriptionContext {
  const owner: Owner = { accountId, livemode };
  const stateOf = <TState>(id: string): TState | undefined => related(id)?.state as TState | undefined;
  return {
    nowMs,
    subscriptionId: streamId,
    rules,
    get seller() {
      return stateOf<TaxSettingsState>(taxSettingsIdOf(owner))?.settings ?? USUAL_TAX_SETTINGS;
    },
    get afterDunning() {
      return stateOf<AccountRulesState>(accountRulesIdOf(owner))?.afterDunning ?? 'halt';
    },
    plan: (id) => stateOf<PlanState>(id) ?? INITIAL_PLAN,
    customer: (id) => stateOf<CustomerState>(id) ?? INITIAL_CUSTOMER,
    mandate: (id) => stateOf<MandateState>(id) ?? INITIAL_MANDATE,
    invoice: (id) => stateOf<InvoiceState>(id) ?? INITIAL_INVOICE,
    paymentMethod: (id) => stateOf<PaymentMethodState>(id) ?? INITIAL_PAYMENT_METHOD,
    refundable: (paymentId) => refundableOf(stateOf<PaymentState>(paymentId), nowMs - refundWindowMs),
    // A processor behind a network is asked once the mandate is stored.
    register: (mandateId, terms) => (livemode ? { state: 'requires_action', action: null } : rail.register({ mandateId, terms, nowMs })),
    canPayWithRegistration: !livemode,
    takesFirst({ method, amount, hint }) {
      const choice = livemode ? live.chooseForMandate({ accountId, method, ...(hint !== undefined && { hint }) }) : null;
      return choice !== null && 'processor' in choice && takesFirst(rules, choice.processor, { method, amount });
    },
    taken(mandateId) {
      const state = stateOf<MandateState>(mandateId) ?? INITIAL_MANDATE;
      return state.status === 'none' ? null : takenPaymentOf(state, mandateId, owner);
    },
    usualInstrument: (method, returnUrl) => (livemode || returnUrl !== undefined ? LEFT_TO_PAYER[method] : usualInstrument(method)),
    refusalOf: (metadata) => (livemode ? null : rail.refusalOf(metadata)),
    idOf: (kind, name) => derivedIdOf(kind, owner, `${streamId}:${name}`),
  };
}
