import {
  FAILURES,
  toSeconds,
  type Failure,
  type MandateError,
  type MandateMethodDetails,
  type MandateNextAction,
  type MandateResource,
} from '#contracts';
import type { Snapshot } from '#event-store';
import { cardOf } from '../payment-method/render';
import type { NoFactorLimits } from './decide/factor';
import { firstIdsOf } from './first-amount';
import { isApproved, isOpen, NO_DEBITS, type ExistingMandate, type MandateState, type OpenMandate } from './state';

/** What mandates are shown with. */
export interface MandateRenderOptions {
  noFactorLimits: NoFactorLimits;
  /** The public address of the gateway, without a slash at its end. */
  publicUrl: string;
}

/** The public resource of a mandate. */
export function mandateResource({ head, state }: Snapshot<MandateState>, options: MandateRenderOptions): MandateResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no mandate.created`);
  return {
    id: head.streamId,
    object: 'mandate',
    livemode: head.livemode,
    status: state.status,
    ...agreedOf(state, options),
    first_amount: state.terms.firstAmount ?? null,
    ...firstIdsOf(state, head.streamId, head),
    ...becameOf(state),
    short_url: isOpen(state) ? approvalUrl(head.streamId, options) : null,
    ...momentsOf(state),
    metadata: state.terms.metadata ?? {},
    created_at: toSeconds(head.createdAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

/** The page on which a payer agrees to a mandate, or to that of a subscription. */
export function approvalUrl(id: string, { publicUrl }: Pick<MandateRenderOptions, 'publicUrl'>): string {
  return `${publicUrl}/authorize/${id}`;
}

type Agreed = Pick<
  MandateResource,
  | 'customer_id'
  | 'method'
  | 'max_amount'
  | 'currency'
  | 'amount_rule'
  | 'frequency'
  | 'debit_day'
  | 'debit_day_rule'
  | 'starts_at'
  | 'ends_at'
  | 'category'
  | 'afa_limit'
  | 'subscription_ids'
  | 'description'
  | 'return_url'
  | 'reference_id'
  | 'payment_method_details'
>;

/** What the payer is asked to agree to. */
function agreedOf({ terms, subscriptions = [] }: ExistingMandate, { noFactorLimits }: MandateRenderOptions): Agreed {
  return {
    customer_id: terms.customerId,
    method: terms.instrument.method,
    max_amount: terms.maxAmount,
    currency: 'INR',
    amount_rule: terms.amountRule,
    frequency: terms.frequency,
    debit_day: terms.debitDay ?? null,
    debit_day_rule: terms.debitDayRule,
    starts_at: toSeconds(terms.startsAtMs),
    ends_at: toSeconds(terms.endsAtMs),
    category: terms.category,
    afa_limit: noFactorLimits[terms.category],
    subscription_ids: [...subscriptions],
    description: terms.description ?? null,
    return_url: terms.returnUrl ?? null,
    reference_id: terms.referenceId ?? null,
    payment_method_details: detailsOf(terms.instrument),
  };
}

type Became = Pick<MandateResource, 'next_action' | 'last_error' | 'umn' | 'umrn' | 'processor' | 'processor_reference'>;

/** What the outside said of it. */
function becameOf(state: ExistingMandate): Became {
  const { processor, references } = state;
  return {
    next_action: isOpen(state) && state.status === 'requires_action' ? actionOf(state) : null,
    last_error: 'failure' in state && state.failure ? errorOf(state.failure) : null,
    umn: references.umn ?? null,
    umrn: references.umrn ?? null,
    processor,
    processor_reference: references.processor ?? null,
  };
}

type Moments = Pick<
  MandateResource,
  'last_debit_at' | 'cycle_used_until_at' | 'activated_at' | 'paused_at' | 'paused_by' | 'revoked_at' | 'revoked_by'
>;

/** When it began and stopped, and who stopped it. */
function momentsOf(state: ExistingMandate): Moments {
  const [pausedAtMs, pausedBy] = isApproved(state) ? [state.pausedAtMs, state.pausedBy] : [null, null];
  const [revokedAtMs, revokedBy] = state.status === 'revoked' ? [state.endedAtMs, state.revokedBy] : [null, null];
  const { lastAtMs, cycleUsedUntilMs } = state.debits ?? NO_DEBITS;
  return {
    last_debit_at: toSeconds(lastAtMs),
    cycle_used_until_at: toSeconds(cycleUsedUntilMs),
    activated_at: toSeconds(isOpen(state) ? null : state.activatedAtMs),
    paused_at: toSeconds(pausedAtMs),
    paused_by: pausedBy,
    revoked_at: toSeconds(revokedAtMs),
    revoked_by: revokedBy,
  };
}

function actionOf({ action, expiresAtMs }: OpenMandate): MandateNextAction {
  return { type: action?.kind ?? 'wait', url: action?.url ?? null, expires_at: toSeconds(expiresAtMs) };
}

/** A failure, as mandates and debits show it. */
export function errorOf({ reason, networkCode }: Failure): MandateError {
  return { reason, message: FAILURES[reason].message, network_code: networkCode };
}

function detailsOf(instrument: ExistingMandate['terms']['instrument']): MandateMethodDetails {
  const account = instrument.method === 'enach' ? instrument.account : null;
  return {
    upi: instrument.method === 'upi' ? { vpa: instrument.vpa } : null,
    card: instrument.method === 'card' && instrument.card !== null ? cardOf(instrument.card) : null,
    enach: account === null ? null : { bank: account.bank, last4: account.last4, account_type: account.accountType, auth: account.auth },
  };
}
