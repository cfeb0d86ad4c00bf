import { findCurrency, type AdjustBalancePayload, type AdjustCustomerBalanceDto, type FieldProblem } from '#contracts';

export function validateAdjustBalance({ currency }: AdjustCustomerBalanceDto, wrong: ReadonlySet<string>): FieldProblem[] {
  if (wrong.has('currency') || findCurrency(currency) !== undefined) return [];
  return [{ param: 'currency', code: 'currency_not_supported', message: 'is not supported.', reason: 'currency_not_supported' }];
}

export function toAdjustBalancePayload(dto: AdjustCustomerBalanceDto, transactionId: string): AdjustBalancePayload {
  const { amount, currency, description, metadata } = dto;
  return {
    transactionId,
    amount,
    currency: currency.toUpperCase(),
    ...(description && { description }),
    ...(metadata && { metadata }),
  };
}
