import { amountOf, USUAL_AMOUNT } from './stage';

/** An amount that one payment of the originals has, and with it a few of all. */
const RARE_INDEX = 802;

/**
 * Pages that are asked for at each size, by what they are called.
 *
 * @param deepId a payment that has nearly the whole list before it.
 */
export function listQueries(deepId: string): Record<string, string> {
  return {
    'first page': '/v1/payments',
    'deep page': `/v1/payments?starting_after=${deepId}`,
    'search without match': '/v1/payments/search?query=nowhere',
    'search with match': `/v1/payments/search?query=order_${RARE_INDEX}`,
    'amount, few': `/v1/payments?${between(amountOf(RARE_INDEX))}`,
    'amount, half': `/v1/payments?${between(USUAL_AMOUNT)}`,
    'amount, none': `/v1/payments?${between(1_234)}`,
    'currency, none': '/v1/payments?currency=USD',
  };
}

function between(amount: number): string {
  return `amount[gte]=${amount}&amount[lte]=${amount}`;
}
