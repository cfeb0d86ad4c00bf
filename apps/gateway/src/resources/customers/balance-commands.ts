import { AdjustCustomerBalanceDto, findCurrency, type AdjustBalancePayload, type FieldProblem } from '#contracts';
import { writeRoute } from '../../commands/write-route';

/** What each command on the balance of a customer reads from its request, and what it sends to the service. */
export const BALANCE_COMMANDS = {
  adjust: writeRoute({
    resource: 'customerBalanceTransaction',
    command: 'customers.adjust_balance',
    creates: true,
    body: AdjustCustomerBalanceDto,
    stream: { kind: 'customer', param: 'id', idOf: (_dto, { params }) => params.id ?? '' },
    validate: ({ currency }, _context, wrong) => (wrong.has('currency') ? [] : currencyProblems(currency)),
    payload: ({ amount, currency, description, metadata }, { objectId }): AdjustBalancePayload => ({
      transactionId: objectId,
      amount,
      currency: currency.toUpperCase(),
      ...(description && { description }),
      ...(metadata && { metadata }),
    }),
    locationOf: (id, { params }) => `/v1/customers/${params.id}/balance_transactions/${id}`,
  }),
};

function currencyProblems(currency: string): FieldProblem[] {
  if (findCurrency(currency) !== undefined) return [];
  return [{ param: 'currency', code: 'currency_not_supported', message: 'is not supported.', reason: 'currency_not_supported' }];
}
