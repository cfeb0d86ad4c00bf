import { AuditEntryResource, AuditHeadList } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

/** What the reference says of each route of the audit log. */
export const AUDIT_LOG_DOCS = {
  list: {
    summary: 'List who did what',
    description:
      'Every change, and what was refused for want of a right. By ids of actors and objects, action and outcome. `min_position` waits for account and keys alone.',
    item: AuditEntryResource,
  },
  heads: {
    summary: 'List the last entry of each day',
    description: 'Of the last 366 days. Each hash holds for every entry up to it: kept elsewhere, it proves that none was changed.',
    answer: { description: 'The heads, the newest first.', type: AuditHeadList },
  },
} as const satisfies Record<string, RouteDocs>;
