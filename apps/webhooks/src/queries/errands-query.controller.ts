import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ATTEMPT_ERRORS, type Clock, type Refusal, type ResendOutcome, type WebhookPingResource } from '#contracts';
import { EventStore, type Snapshot } from '#event-store';
import { ownerIn, type ListOwner } from '#listing';
import { CLOCK } from '../clock-token';
import type { PingState, ResendState } from '../commands/errand.aggregate';
import { endpointIsDisabled, type ErrandState } from '../domain/errand/errand';
import { deliveryResource } from '../render-delivery';
import { DeliveriesReader } from '../views/deliveries-reader';
import { answer, missing, refuse } from './answer';

/** How often it is looked: a query by id is one indexed row. */
const LOOK_EVERY_MS = 20;
/** A ping takes ten seconds at most, and somebody has to begin with it. */
const PING_WAIT_MS = 12_000;
const RESEND_WAIT_MS = 4_000;

type Done<TState> = Extract<TState, { status: 'done' }>;

/**
 * What came of a ping or a resend, told as soon as it is known. Whoever asks in vain is told that the outcome is open: the
 * same request with the same Idempotency-Key asks again.
 */
@Controller('internal')
export class ErrandsQueryController {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(DeliveriesReader) private readonly deliveries: DeliveriesReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('webhook_pings/:id')
  async awaitPing(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const done = await this.await<PingState>(id, request, PING_WAIT_MS);
    if ('refusal' in done) return refuse(reply, done.refusal);
    await answer(reply, pingResource(done.snapshot));
  }

  /** Shows the delivery that is open now, as it is. */
  @Get('webhook_resends/:id')
  async awaitResend(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const done = await this.await<ResendState>(id, request, RESEND_WAIT_MS);
    if ('refusal' in done) return refuse(reply, done.refusal);
    const { outcome } = done.snapshot.state;
    if ('failure' in outcome) return refuse(reply, refusalOf(outcome.failure));
    const row = await this.deliveries.find(outcome.deliveryId, done.owner);
    if (row === null) return refuse(reply, missing(done.owner, false));
    await answer(reply, deliveryResource(row));
  }

  private async await<TState extends ErrandState>(
    id: string,
    { headers }: FastifyRequest,
    waitMs: number,
  ): Promise<{ snapshot: Snapshot<Done<TState>>; owner: ListOwner } | { refusal: Refusal }> {
    const owner = ownerIn(headers);
    if (owner === undefined) return { refusal: { code: 'parameter_missing' } };
    const endsAtMs = this.clock.monotonicMs() + waitMs;
    for (;;) {
      const snapshot = (await this.store.findStream(id, owner.accountId, owner.livemode)) as Snapshot<TState> | null;
      if (snapshot === null) return { refusal: missing(owner, false) };
      if (snapshot.state.status === 'done') return { snapshot: snapshot as Snapshot<Done<TState>>, owner };
      if (this.clock.monotonicMs() >= endsAtMs) return { refusal: { code: 'outcome_unknown' } };
      await pause(LOOK_EVERY_MS);
    }
  }
}

function pingResource({ head, state }: Snapshot<Done<PingState>>): WebhookPingResource {
  const { terms, outcome } = state;
  return {
    id: head.streamId,
    object: 'webhook_ping',
    livemode: head.livemode,
    webhook_endpoint_id: terms.endpointId,
    event_type: terms.eventType,
    status: outcome.isDelivered ? 'succeeded' : 'failed',
    status_code: outcome.statusCode,
    error_code: outcome.errorCode,
    error_message: outcome.errorCode === null ? null : ATTEMPT_ERRORS[outcome.errorCode],
    duration_ms: outcome.durationMs,
    created_at: Math.floor(head.createdAtMs / 1000),
  };
}

function refusalOf(failure: Extract<ResendOutcome, { failure: string }>['failure']): Refusal {
  if (failure === 'endpoint_disabled') return endpointIsDisabled();
  if (failure === 'endpoint_deleted') return { code: 'resource_missing', details: { message: 'The endpoint is deleted.' } };
  return { code: 'resource_missing', details: { message: 'The event is not kept any more.', reason: 'event_expired' } };
}
