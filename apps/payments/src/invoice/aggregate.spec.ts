import { join } from 'node:path';
import { INVOICE_EVENT_TYPES, isBankHoliday } from '#contracts';
import { assertGoldenFiles } from '#event-store';
import { defineInvoice } from './aggregate';
import { DEFAULT_INVOICE_RULES } from './decide/rules';
import { DEFAULT_RAILS_CONFIG } from '../mandate/decide/rails';
import { sandboxDebitRail } from '../processors/sandbox/debits';
import { INVOICE_PUBLIC_NAME } from './publish';

const debits = { rules: { ...DEFAULT_RAILS_CONFIG, isHoliday: isBankHoliday }, rail: sandboxDebitRail };
const aggregate = defineInvoice({ rules: DEFAULT_INVOICE_RULES, debits, publicUrl: 'https://pay.example' });

describe('invoices: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => {
    const seen = Object.values(INVOICE_PUBLIC_NAME).filter((name) => name !== null);
    expect(new Set(seen)).toEqual(new Set(INVOICE_EVENT_TYPES));
  });
});
