import type { TaxSettingsEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { TaxSettingsEvent } from './events';
import { taxSettingsResource } from './render';
import type { TaxSettingsState } from './state';

/** Stored type → what merchants see it as: all of it. */
export const TAX_SETTINGS_PUBLIC_NAME: Readonly<Record<TaxSettingsEvent['type'], TaxSettingsEventType>> = {
  'tax_settings.updated': 'tax_settings.updated',
};

/** Every stored event is written in version 1 so far. */
export const TAX_SETTINGS_EVENT_DEFINITIONS = eventDefinitionsOf(TAX_SETTINGS_PUBLIC_NAME);

/** Stored event → public event with the whole settings right after it. */
export const publishTaxSettings: Publish<TaxSettingsState, TaxSettingsEvent> = resourcePublisher({
  resourceType: 'tax_settings',
  names: TAX_SETTINGS_PUBLIC_NAME,
  render: taxSettingsResource,
});
