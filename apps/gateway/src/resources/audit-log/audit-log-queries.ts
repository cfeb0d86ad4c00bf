import { AUDIT_OUTCOMES } from '#contracts';
import { copiesShownTo } from '../../auth/copies-of-objects';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What each read of the audit log takes, and where it is answered. */
export const AUDIT_LOG_QUERIES = {
  list: {
    partFor: copiesShownTo,
    service: 'accounts',
    internalPath: () => '/internal/audit_log',
    // Developers see what they did themselves; owners and admins, and keys that may read logs, see all.
    narrowedTo: ({ user }) => (user?.role === 'developer' ? { actor: user.id } : undefined),
    rules: {
      kind: 'auditEntry',
      filters: [],
      own: {
        actor: { form: 'actor' },
        action: { form: 'action' },
        resource: { form: 'id' },
        outcome: { words: AUDIT_OUTCOMES },
        at: { instants: true },
      },
      expand: [],
      hasTotalCount: false,
    },
  } satisfies ListRoute,
  heads: { resource: 'auditEntry', isSingleton: true, part: 'heads', expand: [] } satisfies ShowRoute,
};
