import { TAX_SETTINGS_EVENT_TYPES, TaxSettingsResource, sealedAs, type TaxSettingsEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const UPDATED: TaxSettingsResource & { updated_at: number } = {
  id: 'tax_mQ0cA8sT42Pn4d8TmWq7ZcHs',
  object: 'tax_settings',
  livemode: false,
  legal_name: 'Acme Software Private Limited',
  gstin: sealedAs('~s1.acct_0VB3xQ9k000000000000demo.kJ9eQy0bXwAAAAB9n2Vd5hT1cRzLq8uWm3sKfYp6gEoUjD4aNxBvHiZt'),
  state_code: '29',
  address: { line1: '12 MG Road', line2: null, city: 'Bengaluru', postal_code: '560038' },
  registration: 'regular',
  default_sac: '998431',
  default_rate_bps: 1800,
  behavior: 'inclusive',
  invoice_prefix: 'INV',
  credit_note_prefix: 'CN',
  round_to_rupee: false,
  lut_reference: null,
  metadata: {},
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const MEANING: Record<TaxSettingsEventType, string> = {
  'tax_settings.updated': 'Tax settings changed: invoices that are finalized from then on follow them.',
};

/** The events of tax settings. */
export const TAX_SETTINGS_EVENTS = {
  service: 'payments' as const,
  resourceType: 'tax_settings',
  resource: TaxSettingsResource,
  meaning: Object.fromEntries(TAX_SETTINGS_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf: (type: string) => exampleEvent(type, 'tax_settings', UPDATED, null),
};
