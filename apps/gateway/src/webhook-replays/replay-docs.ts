import { REPLAY_STATUSES } from '#contracts';
import type { ListRules } from '../lists/list-rules';

export const REPLAY_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'whr_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** What the list of replays takes. */
export const REPLAY_LIST: ListRules = {
  kind: 'webhookReplay',
  filters: ['id', 'created_at', 'status'],
  statuses: REPLAY_STATUSES,
  own: { webhook_endpoint_id: { id: 'webhookEndpoint' } },
  expand: [],
};
