import { WebhookReplayResource } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';
import { ENDPOINT_ID } from '../../webhook-endpoints/docs/endpoint-docs';

const REPLAY_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'whr_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** What the reference says of each route of replays. */
export const REPLAY_DOCS = {
  create: {
    summary: 'Replay past events to a webhook endpoint',
    description:
      'Brings events again, behind live traffic and in the order in which they happened. Two replays of an account work at the same time, others wait. Parameters that it does not know are refused: a misspelt filter would bring everything.',
    params: [ENDPOINT_ID],
    answer: { status: 202, description: 'The replay: GET its Location to see how far it is.', type: WebhookReplayResource },
    errors: ['parameter_missing', 'resource_missing', 'state_conflict', 'limit_exceeded'],
  },
  list: { summary: 'List replays', item: WebhookReplayResource },
  get: { summary: 'Retrieve a replay', params: [REPLAY_ID], answer: { description: 'The replay.', type: WebhookReplayResource } },
  cancel: {
    summary: 'Cancel a replay',
    params: [REPLAY_ID],
    answer: { status: 200, description: 'The replay.', type: WebhookReplayResource },
    errors: ['state_conflict'],
  },
} as const satisfies Record<string, RouteDocs>;
