import { istDateOf, type InvoiceLineTerms, type MandateInstrument } from '#contracts';
import type { ExistingSubscription, FirstCharge, SubscriptionFacts } from '../state';
import { mandateTermsOf, ownMandate, type Mandated, type OwnMandate } from './agree';
import { applyBalance } from '../../invoice/decide/balance';
import { billed, periodLines, upfrontLines, type Charged } from './bills';
import type { SubscriptionContext } from './context';
import { anchorOf, periodFrom } from './schedule';

type Unbegun = Pick<SubscriptionFacts, 'terms' | 'price' | 'firstFrom'>;

/** What is charged first of what begins today: once, and for the first period, unless that is later. */
export function firstLines({ terms, price, firstFrom }: Unbegun, nowMs: number): { lines: InvoiceLineTerms[]; from: number | null } {
  const today = istDateOf(nowMs);
  const from = Math.max(firstFrom ?? 0, today);
  const once = upfrontLines({ terms, price });
  if (from > today) return { lines: once, from: null };
  return { lines: [...once, ...periodLines({ terms, price }, periodFrom({ price }, anchorOf({ terms, price }, from), from, 0))], from };
}

/** What the registration of a mandate takes for a subscription that has not begun; undefined where it takes nothing. */
function firstCharge(
  subscription: Unbegun,
  { charged, method }: { charged: Charged; method: MandateInstrument['method'] },
  { nowMs, takesFirst }: SubscriptionContext,
): FirstCharge | undefined {
  const { price, terms } = subscription;
  const { lines, from } = firstLines(subscription, nowMs);
  const { total } = billed(lines, price, charged);
  const amount = total + applyBalance(total, 0, price.currency).applied;
  if (amount <= 0 || !takesFirst({ method, amount, hint: terms.processorHint })) return undefined;
  return { amount, from, charged };
}

/** What a mandate that a subscription begins with is to be. */
export interface Beginner {
  instrument: MandateInstrument;
  /** The largest that is needed, minor units. */
  amount: number;
  charged: Charged;
  /** Mandates made before. */
  number: number;
}

/** The mandate that a subscription begins with: its registration takes the first payment where the rail can. */
export function beginningMandate(
  subscription: Mandated & Pick<ExistingSubscription, 'terms'>,
  { instrument, amount, charged, number }: Beginner,
  context: SubscriptionContext,
): OwnMandate {
  const first = firstCharge(subscription, { charged, method: instrument.method }, context);
  const terms = mandateTermsOf(subscription, { instrument, amount }, context);
  if (first === undefined) return ownMandate(terms, number, context);
  const own = ownMandate({ ...terms, firstAmount: first.amount }, number, context);
  return { ...own, mandate: { ...own.mandate, first } };
}
