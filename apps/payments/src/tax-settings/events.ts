import type { DomainEvent, TaxSettingsChange } from '#contracts';

/** The facts of tax settings: changes, as they were asked for. */
export type TaxSettingsEvent = DomainEvent<'tax_settings.updated', TaxSettingsChange>;
