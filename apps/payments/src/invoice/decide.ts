import type { CommandBody, InvoiceCommand, InvoiceCommandPayloads, InvoiceCommandType, InvoiceStatus } from '#contracts';
import { accept, refuse } from '#decider';
import { pay } from './decide/pay';
import type { InvoiceContext, InvoiceDecision } from './decide/context';
import { create } from './decide/create';
import { beginWaiting, collect, stopCollecting } from './decide/collect';
import { drop } from './decide/drop';
import { finalize, open } from './decide/finalize';
import { issueCreditNote } from './decide/issue-credit-note';
import { keepBuyer } from './decide/keep-buyer';
import { useCredit } from './decide/use-credit';
import { markPaid, reverseOutsidePayment } from './decide/outside-payments';
import { paymentUnderWay, recordDebit, recordPayment } from './decide/record';
import { recordRefund } from './decide/refunds';
import { missing, stateConflict } from './decide/refusals';
import { restart } from './decide/start';
import type { InvoiceEvent } from './events';
import { wake } from './timers';
import { isPayable, isSettledInPart, type ExistingInvoice, type InvoiceState } from './state';

type InvoiceCommandOf<TType extends InvoiceCommandType> = { type: TType; payload: InvoiceCommandPayloads[TType] };

type Decide<TType extends InvoiceCommandType> = (
  command: InvoiceCommandOf<TType>,
  state: InvoiceState,
  context: InvoiceContext,
) => InvoiceDecision;

/** An invoice that has to be there. */
const existing =
  <TType extends InvoiceCommandType>(
    then: (payload: InvoiceCommandPayloads[TType], state: ExistingInvoice, context: InvoiceContext) => InvoiceDecision,
  ): Decide<TType> =>
  ({ payload }, state, context) =>
    state.status === 'none' ? missing() : then(payload, state, context);

const DECIDE: { [TType in InvoiceCommandType]: Decide<TType> } = {
  'invoices.create': ({ payload }, state, context) => create(payload, state, context),
  'invoices.finalize': existing(finalizeDraft),
  'invoices.pay': ({ payload }, state, context) => pay(payload, state, context),
  'invoices.void': existing((_payload, state, context) => voidInvoice(state, context)),
  'invoices.mark_uncollectible': existing(({ ifIdle }, state) => {
    const given = giveUp(state, { act: 'be marked as uncollectible', from: ['open'], event: { type: 'invoice.uncollectible', data: {} } });
    return ifIdle && !given.accepted ? accept([]) : given;
  }),
  'invoices.mark_paid': existing(markPaid),
  'invoices.reverse_outside_payment': existing(reverseOutsidePayment),
  'invoices.issue_credit_note': existing(issueCreditNote),
  'invoices.wake': existing((_payload, state, context) => accept(wake(state, context))),
  'invoices.open': existing((_payload, state, context) => open(state, context)),
  'invoices.restart': existing(restart),
  'invoices.collect': existing(collect),
  'invoices.begin_waiting': existing(beginWaiting),
  'invoices.stop_collecting': existing((_payload, state, context) => stopCollecting(state, context)),
  'invoices.drop': existing(drop),
  'invoices.record_payment': existing(recordPayment),
  'invoices.record_refund': existing(recordRefund),
  'invoices.record_debit': existing(recordDebit),
  'invoices.keep_buyer': existing(keepBuyer),
  'invoices.use_credit': existing(useCredit),
};

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(command: CommandBody<InvoiceCommand>, state: InvoiceState, context: InvoiceContext): InvoiceDecision {
  return (DECIDE[command.type] as Decide<InvoiceCommandType>)(command, state, context);
}

function finalizeDraft(_payload: Record<string, never>, state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  if (state.status !== 'draft') return stateConflict(state, 'be finalized', ['draft']);
  const step = finalize(state, context);
  return 'refusal' in step ? refuse(step.refusal) : accept(step.events, 200, { followUps: step.followUps });
}

/** What money was received for, or a credit note stands for, is taken back by a credit note: a void invoice is of no sale. */
function voidInvoice(state: ExistingInvoice, { nowMs }: InvoiceContext): InvoiceDecision {
  if (!isPayable(state) || !isSettledInPart(state)) {
    const event: InvoiceEvent = { type: 'invoice.voided', data: { atMs: nowMs } };
    return giveUp(state, { act: 'be voided', from: ['draft', 'open', 'uncollectible'], event });
  }
  const message = 'This invoice cannot be voided: some of it was paid or credited.';
  const hint = 'Issue a credit note of the rest, or reverse its outside payments.';
  return refuse({ code: 'state_conflict', details: { message, reason: 'partly_settled', current_status: state.status, hint } });
}

/** Nothing is asked of the customer any more; not while money may be moving. */
function giveUp(
  state: ExistingInvoice,
  { act, from, event }: { act: string; from: InvoiceStatus[]; event: InvoiceEvent },
): InvoiceDecision {
  if (!from.includes(state.status)) return stateConflict(state, act, from);
  const what = paymentUnderWay(state);
  if (what === null) return accept([event]);
  const message = `This invoice cannot ${act}: its ${what} is under way.`;
  return refuse({ code: 'state_conflict', details: { message, reason: 'payment_under_way', current_status: state.status } });
}
