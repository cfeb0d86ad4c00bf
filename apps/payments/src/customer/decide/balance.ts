import {
  findCurrency,
  invalidParameter,
  MAX_AMOUNT_MINOR,
  minorText,
  type BalanceChange,
  type CommandBody,
  type CustomerBalanceCommand,
  type CustomerInvoiceCommand,
} from '#contracts';
import { accept, refuse } from '#decider';
import type { CustomerContext, CustomerDecision } from './context';
import { balanceOf, type ActiveCustomer, type CustomerState, type DeletedCustomer } from '../state';
import { missing } from './missing';

/** What invoices and subscriptions do always holds; what a merchant adjusts has bounds. */
export function changeBalance(
  command: CommandBody<CustomerBalanceCommand | CustomerInvoiceCommand>,
  state: CustomerState,
  { transactionIdOf }: Pick<CustomerContext, 'transactionIdOf'>,
): CustomerDecision {
  if (state.status === 'none') return missing();
  if (command.type === 'customers.record_invoice') return recordInvoice(command.payload, state);
  if (command.type === 'customers.adjust_balance')
    return state.status === 'deleted' ? missing('The customer is deleted.') : adjust(command.payload, state);
  const { amount } = command.payload;
  return amount === 0 ? accept([]) : changed(command.payload, state, transactionIdOf((state.balanceChanges ?? 0) + 1));
}

function adjust(
  { transactionId, ...change }: Extract<CustomerBalanceCommand, { type: 'customers.adjust_balance' }>['payload'],
  state: ActiveCustomer,
): CustomerDecision {
  const { amount, currency } = change;
  if (findCurrency(currency) === undefined) return refuse(invalidParameter('currency', 'is not supported.', 'currency_not_supported'));
  const balance = balanceOf(state, currency) + amount;
  if (Math.abs(balance) <= MAX_AMOUNT_MINOR) return changed({ ...change, type: 'adjustment' }, state, transactionId);
  const message = `The balance would be ${minorText(balance, currency)}, and is at most ${minorText(MAX_AMOUNT_MINOR, currency)} either way.`;
  return refuse({ code: 'amount_too_large', details: { message, param: 'amount' } });
}

function changed(change: BalanceChange, state: ActiveCustomer | DeletedCustomer, transactionId: string): CustomerDecision {
  const endingBalance = balanceOf(state, change.currency) + change.amount;
  return accept([{ type: 'customer.balance_changed', data: { ...change, transactionId, endingBalance } }]);
}

/** What a customer has of open invoices that credit pays by itself, the oldest. */
export const OPEN_INVOICES_MAX = 200;

function recordInvoice(
  { invoiceId, currency, isOpen }: CustomerInvoiceCommand['payload'],
  state: ActiveCustomer | DeletedCustomer,
): CustomerDecision {
  if (state.status === 'deleted') return accept([]);
  const { openInvoices = [] } = state;
  const isListed = openInvoices.some(({ id }) => id === invoiceId);
  if (isListed === isOpen || (isOpen && openInvoices.length >= OPEN_INVOICES_MAX)) return accept([]);
  return accept([
    isOpen ? { type: 'customer.invoice_opened', data: { invoiceId, currency } } : { type: 'customer.invoice_closed', data: { invoiceId } },
  ]);
}
