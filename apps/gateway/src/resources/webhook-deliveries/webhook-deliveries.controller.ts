import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DELIVERY_STATUSES, WebhookAttemptResource, WebhookDeliveryResource } from '#contracts';
import { copiesShownTo } from '../../auth/copies-of-objects';
import type { ListRules } from '../../lists/list-rules';
import {
  Call,
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

/** Milliseconds. The service answers at once: one short transaction. */
const TIMEOUT_MS = 5_000;

/** `state` is another name of `status`, `since` and `until` are bounds of `created_at`, and `resource` is another name of `resource_id`. */
const DELIVERY_LIST = {
  filters: ['created_at', 'status'],
  statuses: DELIVERY_STATUSES,
  own: {
    state: { words: DELIVERY_STATUSES },
    type: { eventTypes: true },
    resource: { form: 'id' },
    resource_id: { form: 'id' },
    event_id: { id: 'event' },
    since: { instant: true },
    until: { instant: true },
  },
} as const satisfies Partial<ListRules>;

/** Routes of webhook deliveries. */
@ApiTags('Webhook deliveries')
@Controller('v1')
export class WebhookDeliveriesController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Get('webhook_endpoints/:id/deliveries')
  @RequireScope('webhooks:read')
  @ListRoute('webhookDelivery', {
    summary: 'List the deliveries to a webhook endpoint',
    parent: { kind: 'webhookEndpoint', part: 'deliveries' },
    item: WebhookDeliveryResource,
    errors: ['resource_missing'],
    ...DELIVERY_LIST,
  })
  listEndpointDeliveries(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get('events/:id/deliveries')
  @RequireScope('webhooks:read')
  @ListRoute('webhookDelivery', {
    summary: 'List the deliveries of an event',
    parent: { kind: 'event', part: 'deliveries' },
    item: WebhookDeliveryResource,
    errors: ['resource_missing'],
    ...DELIVERY_LIST,
  })
  listEventDeliveries(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get('webhook_deliveries/:id')
  @RequireScope('webhooks:read')
  @RetrieveRoute('webhookDelivery', { summary: 'Retrieve a delivery', answer: WebhookDeliveryResource })
  getDelivery(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Get('webhook_deliveries/:id/attempts')
  @RequireScope('webhooks:read')
  @ListRoute('webhookAttempt', {
    summary: 'List the attempts of a delivery',
    item: WebhookAttemptResource,
    parent: { kind: 'webhookDelivery', part: 'attempts' },
    partFor: copiesShownTo,
    errors: ['resource_missing'],
  })
  listAttempts(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Post('webhook_deliveries/:id/resend')
  @RequireScope('webhooks:write', { countedAs: 'resends' })
  @UpdateRoute('webhookDelivery', {
    summary: 'Send a delivery again',
    description: 'Makes a new delivery of the same event to the same endpoint; one that is still open is due now instead. 100 a minute.',
    isAccepted: true,
    answer: WebhookDeliveryResource,
    returns: 'The delivery that is open now.',
    errors: ['resource_missing', 'state_conflict'],
  })
  resendDelivery(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'webhook_deliveries.resend', {}, { direct: { action: 'resend', timeoutMs: TIMEOUT_MS } });
  }

  @Post('webhook_deliveries/:id/cancel')
  @RequireScope('webhooks:write')
  @UpdateRoute('webhookDelivery', {
    summary: 'Cancel a delivery',
    description:
      'Ends a delivery that is `pending` or `retrying`: no further attempt is made, and no replay of what was missed or failed brings it back; a resend, or a replay of all, does. An attempt that is under way at this moment may still arrive; its result stands among the attempts. Later deliveries of an endpoint that keeps the order go on after such an attempt has ended.',
    answer: WebhookDeliveryResource,
    returns: 'The delivery, cancelled.',
    errors: ['resource_missing', 'state_conflict'],
  })
  cancelDelivery(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'webhook_deliveries.cancel', {}, { direct: { action: 'cancel', timeoutMs: TIMEOUT_MS } });
  }
}
