import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock } from '#contracts';
import { PersonalData } from '#personal-data';
import { Metrics } from '#service';
import { ApiKeyGuard } from '../../auth/api-key.guard';
import type { Caller } from '../../auth/authenticator';
import { GatewayConfig } from '../../config';
import { ApiError, hungUp } from '../../http/api-error';
import { callerOf } from '../../http/access';
import { ConcurrencyLimiter } from '../../limits/concurrency-limiter';
import { ServiceQueries } from '../../queries/service-queries';
import { EventStream } from './event-stream';

/** Where a stream begins, and what it shows. */
export interface StreamRequest {
  /** Position after which it begins; null for what happens from now on. */
  after: string | null;
  /** Filters of the catalog, joined by commas; null for everything. */
  types: string | null;
}

const TOTAL = 'all';

/** The event streams that this process serves: counted, bounded, and ended when it stops. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly perAccount: ConcurrencyLimiter;
  private readonly total: ConcurrencyLimiter;
  private readonly stopping = new AbortController();
  private readonly open;

  constructor(
    private readonly config: GatewayConfig,
    private readonly queries: ServiceQueries,
    private readonly personalData: PersonalData,
    private readonly guard: ApiKeyGuard,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.perAccount = new ConcurrencyLimiter(config.eventStreamsPerAccount);
    this.total = new ConcurrencyLimiter(config.eventStreamsMax);
    this.open = metrics.gauge({ name: 'hundi_gateway_event_streams', help: 'Event streams that are open.' });
  }

  /**
   * Begins a stream: its first position is known when this resolves, so that nothing that happens afterwards is missed.
   *
   * @throws ApiError concurrency_limited; what ServiceQueries.get throws.
   */
  async begin(request: FastifyRequest, requested: StreamRequest): Promise<EventStream> {
    // A reader that left while its position was looked up is not reported again.
    if (request.raw.socket.destroyed) throw hungUp();
    const caller = callerOf(request);
    const leave = this.enter(caller);
    const gone = new AbortController();
    request.raw.once('close', () => gone.abort());
    request.raw.socket.once('close', () => gone.abort());
    // The stream leaves by itself when it ends; one without a reader may never have begun.
    gone.signal.addEventListener('abort', leave, { once: true });
    const { queries, personalData, clock, config } = this;
    const stream = new EventStream({
      caller,
      queries,
      personalData,
      types: requested.types,
      endsAtMs: clock.monotonicMs() + config.eventStreamDurationMs,
      nowMs: () => clock.monotonicMs(),
      // A key that is revoked meanwhile, or bound to other addresses, reads no more.
      isAllowed: () => this.guard.mayContinue(request),
      signal: AbortSignal.any([gone.signal, this.stopping.signal]),
      onEnd: leave,
    });
    try {
      await stream.begin(requested.after);
      return stream;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Ends every stream, so that the server can close: their readers connect to another process, from where they were. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  private enter({ accountId, livemode }: Caller): () => void {
    const key = `${accountId}:${livemode}`;
    if (this.stopping.signal.aborted) throw new ApiError('service_unavailable', {}, { 'retry-after': '1' });
    if (!this.perAccount.enter(key)) throw tooMany();
    if (!this.total.enter(TOTAL)) {
      this.perAccount.leave(key);
      throw tooMany();
    }
    this.open.inc();
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.open.dec();
      this.perAccount.leave(key);
      this.total.leave(TOTAL);
    };
  }
}

function tooMany(): ApiError {
  const hint = 'One stream shows every event of a mode; filter it with type.';
  return new ApiError(
    'concurrency_limited',
    { reason: 'event_streams', hint },
    { 'retry-after': '10', 'ratelimit-reason': 'event_streams' },
  );
}
