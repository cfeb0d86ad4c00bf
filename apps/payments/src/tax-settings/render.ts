import { sealedAs, toSeconds, USUAL_TAX_SETTINGS, type TaxSettings, type TaxSettingsAddress, type TaxSettingsResource } from '#contracts';
import type { Owner, Snapshot } from '#event-store';
import { taxSettingsIdOf } from './id';
import type { TaxSettingsState } from './state';

/** The public resource of tax settings. */
export function taxSettingsResource({ head, state }: Snapshot<TaxSettingsState>): TaxSettingsResource {
  return {
    ...contentOf(state.settings, { id: head.streamId, livemode: head.livemode }),
    created_at: toSeconds(head.createdAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

/** What holds for an account and mode before the first change. */
export function usualTaxSettings(owner: Owner): TaxSettingsResource {
  const content = contentOf(USUAL_TAX_SETTINGS, { id: taxSettingsIdOf(owner), livemode: owner.livemode });
  return { ...content, created_at: null, updated_at: null, sequence: 0 };
}

type Content = Omit<TaxSettingsResource, 'created_at' | 'updated_at' | 'sequence'>;

function contentOf(settings: TaxSettings, { id, livemode }: { id: string; livemode: boolean }): Content {
  return {
    id,
    object: 'tax_settings',
    livemode,
    legal_name: settings.legalName ?? null,
    gstin: settings.gstin === undefined ? null : sealedAs<string>(settings.gstin.number),
    state_code: settings.stateCode ?? null,
    address: settings.address === undefined ? null : addressOf(settings.address),
    registration: settings.registration,
    default_sac: settings.defaultSac ?? null,
    default_rate_bps: settings.defaultRateBps ?? null,
    behavior: settings.behavior,
    invoice_prefix: settings.invoicePrefix,
    credit_note_prefix: settings.creditNotePrefix,
    round_to_rupee: settings.roundToRupee,
    lut_reference: settings.lutReference ?? null,
    metadata: settings.metadata ?? {},
  };
}

/** The address of a seller. */
export function addressOf({ line1, line2, city, postalCode }: NonNullable<TaxSettings['address']>): TaxSettingsAddress {
  return { line1: line1 ?? null, line2: line2 ?? null, city: city ?? null, postal_code: postalCode ?? null };
}
