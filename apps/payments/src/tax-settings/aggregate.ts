import { TAX_SETTINGS_COMMAND_TYPES, type TaxSettingsCommand } from '#contracts';
import type { ResourceAggregate } from '#listing';
import type { GstRules } from '../invoice/decide/gst-rates';
import { decide } from './decide';
import type { TaxSettingsEvent } from './events';
import { evolve } from './evolve';
import { publishTaxSettings, TAX_SETTINGS_EVENT_DEFINITIONS } from './publish';
import { taxSettingsResource } from './render';
import { INITIAL_TAX_SETTINGS, type TaxSettingsState } from './state';

/** The tax settings of an account and mode, as the event store runs them. Everything in here is pure. */
export function defineTaxSettings({ rules }: { rules: GstRules }): ResourceAggregate<TaxSettingsState, TaxSettingsEvent> {
  return {
    streamType: 'tax_settings',
    idKind: 'taxSettings',
    stateSchema: 1,
    initialState: INITIAL_TAX_SETTINGS,
    commandTypes: TAX_SETTINGS_COMMAND_TYPES,
    busCommandTypes: TAX_SETTINGS_COMMAND_TYPES,
    eventTypes: TAX_SETTINGS_EVENT_DEFINITIONS,
    decide: (command, state) => decide(command as TaxSettingsCommand, state, rules),
    evolve,
    statusOf: ({ status }) => status,
    render: taxSettingsResource,
    publish: publishTaxSettings,
  };
}
