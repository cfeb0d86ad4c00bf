import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  Clock,
  LIST_QUERY,
  OBJECT_QUERY,
  type Command,
  type ListPage,
  type ObjectQuery,
  type PingPayload,
  type Reply,
  type WebhookEndpointResource,
} from '#contracts';
import { EventStore, type Snapshot } from '#event-store';
import { answerList, Exchange, ListReader, ObjectQueries, Owner, type InternalExchange, type ListOwner } from '#listing';
import type { EndpointState } from '../endpoint/state';
import { endpointResource, publicKeysOf } from '../endpoint/render';
import { EndpointCounts } from '../endpoint/endpoint-counts.table';
import { endpointsList } from '../endpoint/list';
import { Pings } from '../endpoint/send-ping';
import { findOwnEndpoint } from './find-own-endpoint';

/** A deleted endpoint is shown as of a time before its deletion, and not after it. */
const PAST_ENDPOINT = {
  kind: 'webhookEndpoint',
  render: (snapshot: Snapshot<EndpointState>) => endpointResource(snapshot),
  isThere: ({ state }: Snapshot<EndpointState>) => state.status !== 'deleted',
} as const;

/** `/internal/webhook_endpoints` for the gateway, which has checked the key and normalized the query. */
@Controller('internal/webhook_endpoints')
export class EndpointsController {
  private readonly reader: ListReader<EndpointState>;
  private readonly objects: ObjectQueries;

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly counts: EndpointCounts,
    private readonly pings: Pings,
  ) {
    this.reader = new ListReader(store, endpointsList);
    this.objects = new ObjectQueries(store, null);
  }

  @Get()
  listEndpoints(@Exchange(LIST_QUERY) { query, owner, reply }: InternalExchange): Promise<ListPage> {
    return answerList({ reader: this.reader, query, owner, reply, render: (snapshots) => this.show(snapshots) });
  }

  /** The row it reads is written in the commit of the command, so a GET after a POST never misses. */
  @Get(':id')
  async getEndpoint(@Param('id') id: string, @Exchange(OBJECT_QUERY) exchange: InternalExchange<ObjectQuery>): Promise<object | undefined> {
    // What is counted beside the log is known of the present only.
    if (exchange.query.asOf !== null) return this.objects.answer<EndpointState>({ ...PAST_ENDPOINT, id }, exchange);
    const [resource] = await this.show([await findOwnEndpoint(this.store, id, exchange.owner)]);
    return resource;
  }

  @Get(':id/public_keys')
  async listPublicKeys(@Param('id') id: string, @Owner() owner: ListOwner): Promise<object> {
    const { state } = await findOwnEndpoint(this.store, id, owner);
    return { object: 'list', data: publicKeysOf(state, this.clock.nowMs()) };
  }

  /** `webhook_endpoints.ping`; its stream is the endpoint of the path. Takes as long as the receiver, ten seconds at most. */
  @Post(':id/ping')
  @HttpCode(200)
  ping(@Body() command: Command<string, PingPayload>): Promise<Reply> {
    return this.pings.send(command);
  }

  private async show(snapshots: readonly Snapshot<EndpointState>[]): Promise<WebhookEndpointResource[]> {
    const nowMs = this.clock.nowMs();
    const counts = await this.counts.of(snapshots.map(({ head }) => head.streamId));
    return snapshots.map((snapshot) => endpointResource(snapshot, { nowMs, counts: counts.get(snapshot.head.streamId) }));
  }
}
