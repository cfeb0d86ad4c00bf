import { USUAL_TAX_SETTINGS, type TaxSettings } from '#contracts';

/** Tax settings, before the first change as is usual. */
export type TaxSettingsState = { status: 'usual' | 'set'; settings: TaxSettings };

export const INITIAL_TAX_SETTINGS: TaxSettingsState = { status: 'usual', settings: USUAL_TAX_SETTINGS };
