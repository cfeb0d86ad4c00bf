import { CreateReplayDto } from '#contracts';
import { writeRoute } from '../../commands/write-route';
import { toCreateReplayPayload, validateCreateReplay } from './create-replay-payload';

/** What each command on replays reads from its request, and what it sends to the service. */
export const REPLAY_COMMANDS = {
  create: writeRoute({
    resource: 'webhookReplay',
    command: 'webhook_replays.create',
    creates: true,
    parent: { kind: 'webhookEndpoint', idParam: 'id' },
    body: CreateReplayDto,
    isStrict: true,
    validate: (dto, { nowMs }, wrong) => validateCreateReplay(dto, nowMs, wrong),
    payload: (dto, { params }) => toCreateReplayPayload(dto, params.id ?? ''),
  }),
  cancel: writeRoute({ resource: 'webhookReplay', command: 'webhook_replays.cancel', creates: false, payload: () => ({}) }),
};
