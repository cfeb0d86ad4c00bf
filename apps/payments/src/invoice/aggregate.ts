import { INVOICE_COMMAND_TYPES, type InvoiceCommand, type IstDate, USUAL_TAX_SETTINGS } from '#contracts';
import { derivedIdOf, type HandlingContext, type Owner } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { INITIAL_CUSTOMER, type CustomerState } from '../customer/state';
import { seriesIdOf } from '../invoice-series/aggregate';
import { INITIAL_INVOICE_SERIES, type InvoiceSeriesState } from '../invoice-series/decide';
import { INITIAL_MANDATE, type MandateState } from '../mandate/state';
import { isSettled, refundableAmount, type PaymentState } from '../payment/state';
import type { RefundTerms } from '../refund/events';
import type { RefundState } from '../refund/state';
import { taxSettingsIdOf } from '../tax-settings/id';
import type { TaxSettingsState } from '../tax-settings/state';
import { decide } from './decide';
import type { InvoiceContext } from './decide/context';
import type { InvoiceRules } from './decide/rules';
import type { InvoiceEvent } from './events';
import { evolve, withBuyerOf } from './evolve';
import { followUpsOf } from './follow-ups';
import { invoicesList } from './list';
import { INVOICE_EVENT_DEFINITIONS, invoicePublisher } from './publish';
import { invoiceResource, type InvoiceRenderOptions } from './render';
import { INITIAL_INVOICE, type InvoiceState } from './state';
import { wakeAtMs } from './timers';

export interface InvoiceAggregateOptions extends InvoiceRenderOptions {
  rules: InvoiceRules;
  /** What a debit of an invoice is judged with. */
  debits: InvoiceContext['debits'];
}

/** An invoice as the event store runs it. Everything in here is pure. */
export function defineInvoice({ rules, debits, ...options }: InvoiceAggregateOptions): ResourceAggregate<InvoiceState, InvoiceEvent> {
  return {
    streamType: 'invoice',
    idKind: 'invoice',
    stateSchema: 1,
    initialState: INITIAL_INVOICE,
    commandTypes: INVOICE_COMMAND_TYPES,
    busCommandTypes: [
      'invoices.create',
      'invoices.finalize',
      'invoices.pay',
      'invoices.void',
      'invoices.mark_uncollectible',
      'invoices.mark_paid',
      'invoices.reverse_outside_payment',
      'invoices.issue_credit_note',
    ],
    creationTypes: ['invoices.create'],
    eventTypes: INVOICE_EVENT_DEFINITIONS,
    relatedStreams: (command) => streamsOf(command as InvoiceCommand),
    decide: (command, state, context) =>
      decide(command as InvoiceCommand, state, contextOf(command as InvoiceCommand, context, { rules, debits })),
    followUps: (change, { streamId }) => ({ followUps: followUpsOf(change, streamId) }),
    evolve,
    statusOf: ({ status }) => status,
    timer: { dueAtMs: (state) => wakeAtMs(state, rules), commandType: 'invoices.wake' },
    render: (snapshot) => invoiceResource(snapshot, options),
    amendPast: (past, now) => ({ ...past, state: withBuyerOf(past.state, now.state) }),
    publish: invoicePublisher(options),
    list: invoicesList,
  };
}

/** What nearly every decision looks at; the rest is read when it is asked for. */
function streamsOf({ type, payload, accountId, livemode }: InvoiceCommand): string[] {
  const settings = taxSettingsIdOf({ accountId, livemode });
  if (type !== 'invoices.create') return [settings];
  return [settings, payload.customerId, ...(payload.mandateId === undefined ? [] : [payload.mandateId])];
}

function contextOf(
  { streamId, accountId, livemode }: InvoiceCommand,
  { nowMs, clockId, related }: HandlingContext,
  fixed: Pick<InvoiceContext, 'rules' | 'debits'>,
): InvoiceContext {
  const owner: Owner = { accountId, livemode };
  const stateOf = <TState>(id: string): TState | undefined => related(id)?.state as TState | undefined;
  return {
    nowMs,
    invoiceId: streamId,
    ...fixed,
    seller: stateOf<TaxSettingsState>(taxSettingsIdOf(owner))?.settings ?? USUAL_TAX_SETTINGS,
    customer: (id) => stateOf<CustomerState>(id) ?? INITIAL_CUSTOMER,
    mandate: (id) => stateOf<MandateState>(id) ?? INITIAL_MANDATE,
    series: (prefix: string, date: IstDate) => {
      const id = seriesIdOf(owner, prefix, date, clockId);
      return { id, last: (stateOf<InvoiceSeriesState>(id) ?? INITIAL_INVOICE_SERIES).last };
    },
    refundable(paymentId) {
      const payment = stateOf<PaymentState>(paymentId);
      return payment !== undefined && isSettled(payment) ? refundableAmount(payment) : 0;
    },
    refundReason: (id) => termsOf(stateOf<RefundState>(id))?.reason ?? null,
    refundsFromBalance(paymentId) {
      const payment = stateOf<PaymentState>(paymentId);
      return payment !== undefined && isSettled(payment) ? (payment.refunds.fromBalance ?? 0) : 0;
    },
    idOf: (kind, number) => derivedIdOf(kind, owner, `${streamId}:${number}`),
  };
}

function termsOf(refund: RefundState | undefined): RefundTerms | null {
  return refund === undefined || refund.status === 'none' ? null : refund.terms;
}
