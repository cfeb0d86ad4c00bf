import type { Instrument } from '../payments/commands';
import type { SavedInstrument } from './commands';

/** What can be kept of what a payment was paid with; undefined when there is nothing to pay with again. */
export function savedInstrumentOf(instrument: Instrument | undefined): SavedInstrument | undefined {
  if (instrument?.method !== 'card' && instrument?.method !== 'upi') return undefined;
  const { fingerprint } = instrument;
  const recognized = fingerprint && { fingerprint };
  if (instrument.method === 'card') return instrument.card === null ? undefined : { method: 'card', card: instrument.card, ...recognized };
  return instrument.vpa === null ? undefined : { method: 'upi', vpa: instrument.vpa, ...recognized };
}

/** What tells one instrument from another, as a text: a sandbox card is known by its scenario, network and last digits. */
export function instrumentIdentityOf(instrument: SavedInstrument): string {
  if (instrument.method === 'upi') return `upi:${instrument.vpa}`;
  const { scenario, brand, last4, international, isFamiliar = false } = instrument.card;
  return `card:${scenario}:${brand}:${last4}:${international}:${isFamiliar}`;
}
