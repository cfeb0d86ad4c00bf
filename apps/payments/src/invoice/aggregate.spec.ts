import { join } from 'node:path';
import { INVOICE_EVENT_TYPES } from '#contracts';
import { assertGoldenFiles } from '#event-store';
import { defineInvoice } from './aggregate';
import { DEFAULT_GST_RULES } from './decide/gst-rates';
import { DEFAULT_RAILS } from '../mandate/decide/rails';
import { sandboxDebitRail } from '../processors/sandbox/debits';
import { INVOICE_PUBLIC_NAME } from './publish';

const debits = { rules: { rails: DEFAULT_RAILS, isHoliday: () => false }, rail: sandboxDebitRail };
const aggregate = defineInvoice({ rules: DEFAULT_GST_RULES, debits, publicUrl: 'https://pay.example' });

describe('invoices: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => {
    const seen = Object.values(INVOICE_PUBLIC_NAME).filter((name) => name !== null);
    expect(new Set(seen)).toEqual(new Set(INVOICE_EVENT_TYPES));
  });
});
