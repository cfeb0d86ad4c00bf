import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateReplayDto, REPLAY_STATUSES, WebhookReplayResource } from '#contracts';
import {
  Call,
  CreateRoute,
  Dto,
  ListRoute,
  Reads,
  RequireScope,
  RetrieveRoute,
  UpdateRoute,
  Writes,
  type Answer,
  type ListCall,
  type RetrieveCall,
  type WriteCall,
} from '../../routes';
import { toCreateReplayPayload, validateCreateReplay } from './create-replay-payload';

/** Routes of replays. */
@ApiTags('Webhook replays')
@Controller('v1')
export class WebhookReplaysController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post('webhook_endpoints/:id/replay')
  @RequireScope('webhooks:write')
  @CreateRoute('webhookReplay', {
    summary: 'Replay past events to a webhook endpoint',
    description:
      'Brings events again, behind live traffic and in the order in which they happened. Two replays of an account work at the same time, others wait. Parameters that it does not know are refused: a misspelt filter would bring everything.',
    parent: { kind: 'webhookEndpoint' },
    body: CreateReplayDto,
    isStrict: true,
    validate: (dto, { nowMs }, wrong) => validateCreateReplay(dto, nowMs, wrong),
    isAccepted: true,
    answer: WebhookReplayResource,
    returns: 'The replay: GET its Location to see how far it is.',
    errors: ['parameter_missing', 'resource_missing', 'state_conflict', 'limit_exceeded'],
  })
  createReplay(@Call() call: WriteCall, @Dto() dto: CreateReplayDto): Promise<Answer> {
    return this.writes.send(call, 'webhook_replays.create', toCreateReplayPayload(dto, call.params.id ?? ''));
  }

  @Get('webhook_replays')
  @RequireScope('webhooks:read')
  @ListRoute('webhookReplay', {
    summary: 'List replays',
    item: WebhookReplayResource,
    filters: ['id', 'created_at', 'status'],
    statuses: REPLAY_STATUSES,
    own: { webhook_endpoint_id: { id: 'webhookEndpoint' } },
  })
  listReplays(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get('webhook_replays/:id')
  @RequireScope('webhooks:read')
  @RetrieveRoute('webhookReplay', { summary: 'Retrieve a replay', answer: WebhookReplayResource })
  getReplay(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Post('webhook_replays/:id/cancel')
  @RequireScope('webhooks:write')
  @UpdateRoute('webhookReplay', { summary: 'Cancel a replay', answer: WebhookReplayResource, errors: ['state_conflict'] })
  cancelReplay(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'webhook_replays.cancel', {});
  }
}
