import { DEFAULT_GST_RULES, type GstRules } from './gst-rates';

/** Configuration, never constants of a decision. */
export interface InvoiceRules extends GstRules {
  /** How long after it is due, and after its last debit, an open invoice is expected to be paid. Ms; null for ever. */
  uncollectibleAfterMs: number | null;
}

export const DEFAULT_INVOICE_RULES: InvoiceRules = { ...DEFAULT_GST_RULES, uncollectibleAfterMs: null };
