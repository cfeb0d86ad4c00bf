import { amountProblem, findCurrency, LAUNCH_CURRENCIES, minorText, type CurrencyRow, type FieldProblem } from '#contracts';

/** An amount and its currency as sent, and what the caller calls them. */
export interface SentAmount {
  amount: number;
  currency: string;
  names?: { amount: string; currency: string };
  /** Currencies open to the account; those of the launch unless given. */
  currencies?: readonly string[];
}

/** Whether the currency is open, and the amount within its bounds. What is wrong with an amount whatever its currency is judged before. */
export function amountProblems({ amount, currency, names, currencies = LAUNCH_CURRENCIES }: SentAmount): FieldProblem[] {
  const row = findCurrency(currency, currencies);
  if (row !== undefined) return boundProblems(names?.amount ?? 'amount', amount, currency.toUpperCase(), row);
  const message = `must be one of ${currencies.join(', ')}.`;
  return [{ param: names?.currency ?? 'currency', code: 'currency_not_supported', message }];
}

function boundProblems(param: string, amount: number, currency: string, row: CurrencyRow): FieldProblem[] {
  const bound = (minor: number): string => minorText(minor, currency);
  switch (amountProblem(amount, row)) {
    case 'amount_too_small':
      if (amount < 1) return [];
      return [{ param, code: 'amount_too_small', message: `must be at least ${bound(row.minMinor)}.`, reason: 'amount_too_small' }];
    case 'amount_too_large':
      if (!Number.isSafeInteger(amount)) return [];
      return [{ param, code: 'amount_too_large', message: `must be at most ${bound(row.maxMinor)}.`, reason: 'amount_too_large' }];
    case 'amount_last_digit_not_zero':
      return [{ param, code: 'parameter_invalid', message: `must be a multiple of ${bound(10)}.`, reason: 'amount_last_digit_not_zero' }];
    default:
      return [];
  }
}
