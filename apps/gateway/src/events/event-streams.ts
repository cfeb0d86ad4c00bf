import type { FastifyRequest } from 'fastify';
import type { Clock } from '#contracts';
import type { PersonalData } from '#personal-data';
import type { Metrics } from '#service';
import type { Authenticator, Caller } from '../auth/authenticator';
import { ApiError, hungUp } from '../http/api-error';
import { callerOf } from '../http/access';
import { mayContinue } from '../http/edge';
import { ConcurrencyLimiter } from '../limits/concurrency-limiter';
import type { ServiceQueries } from '../queries/service-queries';
import { EventStream } from './event-stream';

/** Bounds of the streams of one process. */
export interface StreamLimits {
  /** Of one account in one mode. */
  perAccount: number;
  total: number;
  /** After this a stream ends, and its reader connects again; in milliseconds. */
  durationMsMax: number;
}

export interface EventStreamsParts {
  queries: ServiceQueries;
  personalData: PersonalData;
  authenticator: Pick<Authenticator, 'authenticate'>;
  clock: Clock;
  metrics: Metrics;
  limits: StreamLimits;
}

/** Where a stream begins, and what it shows. */
export interface StreamRequest {
  /** Position after which it begins; null for what happens from now on. */
  after: string | null;
  /** Filters of the catalog, joined by commas; null for everything. */
  types: string | null;
}

const TOTAL = 'all';

/** The event streams that this process serves: counted, bounded, and ended when it stops. */
export class EventStreams {
  private readonly perAccount: ConcurrencyLimiter;
  private readonly total: ConcurrencyLimiter;
  private readonly stopping = new AbortController();
  private readonly open;

  constructor(private readonly parts: EventStreamsParts) {
    this.perAccount = new ConcurrencyLimiter(parts.limits.perAccount);
    this.total = new ConcurrencyLimiter(parts.limits.total);
    this.open = parts.metrics.gauge({ name: 'hundi_gateway_event_streams', help: 'Event streams that are open.' });
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
    const { queries, personalData, authenticator, clock, limits } = this.parts;
    const stream = new EventStream({
      caller,
      queries,
      personalData,
      types: requested.types,
      endsAtMs: clock.monotonicMs() + limits.durationMsMax,
      nowMs: () => clock.monotonicMs(),
      // A key that is revoked meanwhile, or bound to other addresses, reads no more.
      isAllowed: () => mayContinue(request, authenticator),
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

  /** Ends every stream: their readers connect to another process, from where they were. */
  stop(): void {
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
