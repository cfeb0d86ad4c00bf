import { basisPointsOf, type Instrument } from '#contracts';
import type { InstrumentFacts } from '../../payment/decide/attempt-result';

/** GST on a fee: 18 % of the fee, not of the payment (docs/reference/indian-payments.md, Fees and GST). */
const GST_BASIS_POINTS = 1_800;
/** Below this many paise a credit card or wallet on UPI costs nothing either. */
const UPI_FREE_UP_TO_MINOR = 2_000_00;

/** The sandbox's price list in basis points (docs/reference/indian-payments.md, Fees and GST). A processor's own prices replace it. */
const BASIS_POINTS = { upiCredit: 200, upiWallet: 110, card: 200, cardInternational: 300, netbanking: 180, enach: 0 } as const;

/** Fee without GST, and the GST on it, in minor units, each rounded half-up once. */
export function sandboxFee(amount: number, instrument: Instrument, facts: InstrumentFacts | undefined): { amount: number; gst: number } {
  const fee = basisPointsOf(amount, basisPointsFor(amount, instrument, facts));
  return { amount: fee, gst: basisPointsOf(fee, GST_BASIS_POINTS) };
}

function basisPointsFor(amount: number, instrument: Instrument, facts: InstrumentFacts | undefined): number {
  if (instrument.method === 'netbanking' || instrument.method === 'enach') return BASIS_POINTS[instrument.method];
  if (instrument.method === 'card') return cardBasisPoints(facts);
  return amount > UPI_FREE_UP_TO_MINOR ? upiBasisPoints(facts) : 0;
}

/** RuPay debit is free by law; the sandbox's RuPay cards are debit cards. */
function cardBasisPoints(facts: InstrumentFacts | undefined): number {
  if (facts?.card?.brand === 'rupay') return 0;
  return facts?.card?.international ? BASIS_POINTS.cardInternational : BASIS_POINTS.card;
}

function upiBasisPoints(facts: InstrumentFacts | undefined): number {
  if (facts?.payerAccountType === 'credit_card') return BASIS_POINTS.upiCredit;
  return facts?.payerAccountType === 'wallet' ? BASIS_POINTS.upiWallet : 0;
}
