/** Every public event type of tax settings. */
export const TAX_SETTINGS_EVENT_TYPES = ['tax_settings.updated'] as const;
export type TaxSettingsEventType = (typeof TAX_SETTINGS_EVENT_TYPES)[number];
