import { join } from 'node:path';
import { INVOICE_EVENT_TYPES } from '#contracts';
import { assertGoldenFiles } from '#event-store';
import { defineInvoice } from './aggregate';
import { DEFAULT_GST_RULES } from './decide/gst-rates';
import { INVOICE_PUBLIC_NAME } from './publish';

const aggregate = defineInvoice({ rules: DEFAULT_GST_RULES, publicUrl: 'https://pay.example' });

describe('invoices: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => {
    const seen = Object.values(INVOICE_PUBLIC_NAME).filter((name) => name !== null);
    expect(new Set(seen)).toEqual(new Set(INVOICE_EVENT_TYPES));
  });
});
