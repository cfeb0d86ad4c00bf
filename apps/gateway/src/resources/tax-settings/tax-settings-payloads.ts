import { gstStateOf, readGstin, USUAL_TAX_SETTINGS, type SellerGstin, type TaxSettingsChange, type UpdateTaxSettingsDto } from '#contracts';
import type { Seal } from '#personal-data';

/** The command payload of a change: a field that was not sent is not in it; null empties, or is what it is unless given. */
export function toTaxSettingsChange(dto: UpdateTaxSettingsDto, seal: Seal): TaxSettingsChange {
  const { gstin, state_code: state, address, registration, metadata } = dto;
  return {
    ...textsOf(dto),
    ...usualsOf(dto),
    ...(gstin !== undefined && { gstin: gstin === null ? null : sealedGstin(gstin, seal) }),
    ...(state !== undefined && { stateCode: state === null ? null : gstStateOf(state) }),
    ...(address !== undefined && { address: address && addressOf(address) }),
    ...(registration !== undefined && { registration: registration ?? USUAL_TAX_SETTINGS.registration }),
    ...(metadata !== undefined && { metadata }),
  };
}

/** The fields that can be emptied. An empty text is no text. */
function textsOf(dto: UpdateTaxSettingsDto): TaxSettingsChange {
  const { legal_name: legalName, default_sac: defaultSac, default_rate_bps: defaultRateBps, lut_reference: lutReference } = dto;
  return {
    ...(legalName !== undefined && { legalName: legalName || null }),
    ...(defaultSac !== undefined && { defaultSac }),
    ...(defaultRateBps !== undefined && { defaultRateBps }),
    ...(lutReference !== undefined && { lutReference: lutReference || null }),
  };
}

function usualsOf(dto: UpdateTaxSettingsDto): TaxSettingsChange {
  const { behavior, invoice_prefix: invoicePrefix, credit_note_prefix: creditNotePrefix, round_to_rupee: roundToRupee } = dto;
  return {
    ...(behavior !== undefined && { behavior: behavior ?? USUAL_TAX_SETTINGS.behavior }),
    ...(invoicePrefix !== undefined && { invoicePrefix: invoicePrefix ?? USUAL_TAX_SETTINGS.invoicePrefix }),
    ...(creditNotePrefix !== undefined && { creditNotePrefix: creditNotePrefix ?? USUAL_TAX_SETTINGS.creditNotePrefix }),
    ...(roundToRupee !== undefined && { roundToRupee: roundToRupee ?? USUAL_TAX_SETTINGS.roundToRupee }),
  };
}

/** @param text found good by its check. */
function sealedGstin(text: string, seal: Seal): SellerGstin | null {
  const gstin = readGstin(text);
  return gstin && { number: seal(gstin.number, 'gstin'), stateCode: gstin.stateCode };
}

function addressOf(dto: NonNullable<UpdateTaxSettingsDto['address']>): NonNullable<TaxSettingsChange['address']> {
  const { line1, line2, city, postal_code: postalCode } = dto;
  const parts = Object.entries({ line1, line2, city, postalCode }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(parts.map(([name, value]) => [name, value || null]));
}
