import type { Instrument } from '../payments/commands';
import type { SavedInstrument } from './commands';

/** What can be kept of what a payment was paid with; undefined when there is nothing to pay with again. */
export function savedInstrumentOf(instrument: Instrument | undefined): SavedInstrument | undefined {
  if (instrument?.method === 'card' && instrument.card !== null) return { method: 'card', card: instrument.card };
  if (instrument?.method === 'upi' && instrument.vpa !== null) return { method: 'upi', vpa: instrument.vpa };
  return undefined;
}
