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

export const CREATE_REPLAY_EXAMPLES = {
  failed: { summary: 'What ended undelivered since yesterday', value: { since: '2026-11-20T00:00:00Z' } },
  missed: {
    summary: 'What happened while the endpoint was disabled',
    value: { since: 1_763_600_000, until: 1_763_700_000, include: 'missed' },
  },
  object: {
    summary: 'Every event of one payment',
    value: { since: 1_763_600_000, include: 'all', types: ['payment.*'], resource_id: 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L' },
  },
};
