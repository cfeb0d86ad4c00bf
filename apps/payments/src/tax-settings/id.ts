import { derivedIdOf, type Owner } from '#event-store';

/** The one stream of tax settings of an account and mode. */
export function taxSettingsIdOf(owner: Owner): string {
  return derivedIdOf('taxSettings', owner, 'tax_settings');
}
