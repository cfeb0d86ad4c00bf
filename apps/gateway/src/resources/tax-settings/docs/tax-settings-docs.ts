import { TaxSettingsResource } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

/** What the reference says of each route of tax settings. */
export const TAX_SETTINGS_DOCS = {
  get: {
    summary: 'Retrieve your tax settings',
    description: 'There is one of each mode. Until you change something, invoices bear no tax.',
    answer: { description: 'The tax settings.', type: TaxSettingsResource },
  },
  update: {
    summary: 'Change who sells, how it is taxed, and how invoices are numbered',
    description: 'Holds for invoices that are finalized from then on.',
    answer: { status: 200, description: 'The tax settings.', type: TaxSettingsResource },
    isBodyOptional: true,
    errors: ['parameter_missing', 'document_number_invalid', 'metadata_invalid'],
  },
} as const satisfies Record<string, RouteDocs>;
