import {
  EMPTY_NEXT_ACTION,
  type CardDetails,
  type CardFacts,
  type NetbankingDetails,
  type PaymentMethodDetails,
  type PaymentNextAction,
  type UpiDetails,
  toSeconds,
} from '#contracts';
import type { NextAction } from './decide/attempt-result';
import type { Attempt } from './events';
import { upiAppLinks } from '../processors/upi-link';

/** How the payment is or was made: one entry for each method, those not used null. */
export function detailsOf(attempt: Attempt): PaymentMethodDetails {
  const { instrument } = attempt;
  return {
    upi: instrument.method === 'upi' ? upiDetails(attempt, instrument.flow, instrument.vpa) : null,
    card: instrument.method === 'card' ? cardDetails(attempt, instrument.card) : null,
    netbanking: instrument.method === 'netbanking' ? netbankingDetails(attempt, instrument.bank) : null,
    enach: instrument.method === 'enach' ? { ...netbankingDetails(attempt, instrument.bank), last4: instrument.last4 } : null,
  };
}

function upiDetails({ facts, references = {} }: Attempt, flow: string, vpa: string | null): UpiDetails {
  return {
    vpa,
    flow,
    payer_account_type: facts?.payerAccountType ?? null,
    rrn: references.rrn ?? null,
    upi_transaction_id: references.upiTransactionId ?? null,
  };
}

const NO_CARD = { network: null, last4: null, issuer: null, type: null, international: null } as const;

function cardDetails({ facts }: Attempt, card: CardFacts | null): CardDetails {
  const known = facts?.card;
  const shown = known && {
    network: known.brand,
    last4: known.last4,
    issuer: known.issuer ?? null,
    type: known.type ?? null,
    international: known.international,
  };
  return { ...(shown ?? NO_CARD), expiry: expiryOf(card), network_token: false };
}

function expiryOf(card: CardFacts | null): string | null {
  if (card === null || card.expiryMonth === null || card.expiryYear === null) return null;
  return `${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}`;
}

function netbankingDetails({ references }: Attempt, bank: string | null): NetbankingDetails {
  return { bank, bank_transaction_id: references?.bankTransactionId ?? null };
}

/** What the customer has to do next, in the words of the API. */
export function nextActionOf(action: NextAction): PaymentNextAction {
  const known = { type: action.kind, ...EMPTY_NEXT_ACTION, expires_at: toSeconds(action.expiresAtMs) };
  switch (action.kind) {
    case 'upi_intent':
      return { ...known, intent_url: action.url, apps: upiAppLinks(action.url), qr: action.url };
    case 'upi_qr':
    case 'qr':
      return { ...known, qr: action.payload };
    case 'upi_collect':
      return { ...known, vpa: action.vpa };
    case 'redirect_to_url':
      return { ...known, url: action.url, method: action.method };
    case 'app_intent':
      return { ...known, url: action.url };
    case 'otp':
      return { ...known, otp_length: action.length };
    case 'wait':
      return known;
  }
}
