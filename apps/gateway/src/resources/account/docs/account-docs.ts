import { AccountResource } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

/** What the reference says of each route of the account. */
export const ACCOUNT_DOCS = {
  get: { summary: 'Retrieve your account', answer: { description: 'The account.', type: AccountResource } },
  update: {
    summary: 'Change what your account says of itself',
    answer: { status: 200, description: 'The account.', type: AccountResource },
    isBodyOptional: true,
    errors: ['email_invalid', 'phone_invalid', 'url_invalid', 'metadata_invalid', 'session_only'],
  },
} as const satisfies Record<string, RouteDocs>;
