import { REPLAY_STATUSES } from '#contracts';
import type { ListRules } from '../../lists/list-rules';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What the list of replays takes. */
const REPLAY_LIST: ListRules = {
  kind: 'webhookReplay',
  filters: ['id', 'created_at', 'status'],
  statuses: REPLAY_STATUSES,
  own: { webhook_endpoint_id: { id: 'webhookEndpoint' } },
  expand: [],
};

/** What each read of replays takes, and where the service answers it. */
export const REPLAY_QUERIES = {
  list: { service: 'webhooks', internalPath: () => '/internal/webhook_replays', rules: REPLAY_LIST } satisfies ListRoute,
  get: { resource: 'webhookReplay', expand: [] } satisfies ShowRoute,
};
