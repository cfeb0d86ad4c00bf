import { mergeMetadata, mergeParts, withoutNulls, type TaxSettings, type TaxSettingsChange } from '#contracts';
import type { TaxSettingsEvent } from './events';
import type { TaxSettingsState } from './state';

/** The state after one more fact. Never throws and never checks. */
export function evolve({ settings }: TaxSettingsState, { data }: TaxSettingsEvent): TaxSettingsState {
  return { status: 'set', settings: applyChange(settings, data) };
}

/** Absent keeps, null empties; address and metadata are merged key by key (docs/reference/api-conventions.md, Updates). */
export function applyChange(settings: TaxSettings, { address, metadata, ...rest }: TaxSettingsChange): TaxSettings {
  const next = { ...settings, ...rest } as TaxSettings;
  const { gstin } = rest;
  // Who registers is registered, unless they say how: most are as regular taxpayers.
  if (gstin && rest.registration === undefined && settings.registration === 'unregistered') next.registration = 'regular';
  if (gstin && rest.stateCode === undefined) next.stateCode = gstin.stateCode;
  if (address !== undefined) next.address = mergeParts(settings.address, address);
  if (metadata !== undefined) next.metadata = metadata === null ? undefined : mergeMetadata(settings.metadata, metadata);
  return withoutNulls(next) as TaxSettings;
}
