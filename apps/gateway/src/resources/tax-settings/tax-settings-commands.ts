import { UpdateTaxSettingsDto, type TaxSettingsResource } from '#contracts';
import { writeRoute } from '../../commands/write-route';
import { toTaxSettingsChange } from './tax-settings-payloads';

/** What each command on tax settings reads from its request, and what it sends to the service. */
export const TAX_SETTINGS_COMMANDS = {
  update: writeRoute({
    resource: 'taxSettings',
    command: 'tax_settings.update',
    creates: false,
    isSingleton: true,
    body: UpdateTaxSettingsDto,
    stream: {
      kind: 'taxSettings',
      param: 'id',
      idOf: async (_dto, _context, services) =>
        (JSON.parse(await services.get('payments', '/internal/tax_settings')) as TaxSettingsResource).id,
    },
    encryptFor: ({ gstin }) => (gstin ? { subjectId: null } : null),
    payload: (dto, _context, seal) => toTaxSettingsChange(dto, seal),
    locationOf: () => '/v1/tax_settings',
  }),
};
