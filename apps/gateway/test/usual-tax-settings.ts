import type { TaxSettingsResource } from '#contracts';

/** Tax settings as the API shows them before anything was set, without their id. */
export const USUAL_TAX_SETTINGS_SHOWN: Omit<TaxSettingsResource, 'id'> = {
  object: 'tax_settings',
  livemode: false,
  legal_name: null,
  gstin: null,
  state_code: null,
  address: null,
  registration: 'unregistered',
  default_sac: null,
  default_rate_bps: null,
  behavior: 'inclusive',
  invoice_prefix: 'INV',
  credit_note_prefix: 'CN',
  round_to_rupee: false,
  lut_reference: null,
  metadata: {},
  created_at: null,
  updated_at: null,
  sequence: 0,
};
