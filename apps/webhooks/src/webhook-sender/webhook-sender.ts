import QuickLRU from 'quick-lru';
import { checkDestinationUrl, type AttemptErrorCode, type Clock, type Destination, type DestinationRules } from '#contracts';
import type { Logger, Metrics } from '#service';
import { NOTHING_CAME, type AttemptRequest, type AttemptResult, type WebhookSender } from './attempt';
import { GuardedConnector } from './connector';
import { DeadlineWheel } from './deadlines';
import { readEgressProxy } from './egress-proxy';
import { Exchange, type ExchangeParts } from './exchange';
import { NetworkLimitedError } from './failure';
import { Networks } from './networks';
import { outcomeOfError } from './outcome';
import { OriginPools } from './pools';
import { createNameResolver, type NameResolver } from './resolver';
import { signatureHeader } from './signing';

export interface WebhookSenderOptions {
  rules: DestinationRules;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** Requests to one network (/24, of IPv6 /48) at once, over all accounts. Default 64. */
  inFlightPerNetworkMax?: number;
  /** Origins whose connections are kept. Default 10,000. */
  originsMax?: number;
  /** Default: asks the name servers of the machine. */
  resolver?: NameResolver;
  /** `http://[user:password@]host:port` of a proxy that tunnels; default: none. */
  egressProxyUrl?: string | undefined;
  /** Certificates trusted instead of those of Node, PEM. */
  certificateAuthority?: string;
}

/** What every attempt names itself. */
export const USER_AGENT = 'hundi-webhooks/1';
const ORIGINS_MAX = 10_000;
/** Judged URLs that are remembered: the rules of a process do not change. */
const URLS_REMEMBERED = 10_000;

/** Starts a webhook sender. Its timers do not keep the process alive; `close()` ends its connections. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  return new HttpWebhookSender(options);
}

class HttpWebhookSender implements WebhookSender {
  private readonly deadlines: DeadlineWheel;
  private readonly connector: GuardedConnector;
  private readonly pools: OriginPools;
  private readonly checked = new QuickLRU<string, Destination>({ maxSize: URLS_REMEMBERED });
  private readonly underWay = new Set<Exchange>();
  private readonly shared: ExchangeParts;
  private readonly truncated;
  private readonly blocked;
  private readonly limited;

  constructor(private readonly options: WebhookSenderOptions) {
    const { clock, metrics, rules, certificateAuthority } = options;
    this.truncated = metrics.counter({
      name: 'hundi_webhooks_response_truncated_total',
      help: 'Answers whose body was longer than what is kept, or did not end in time.',
    });
    this.limited = metrics.counter({
      name: 'hundi_webhooks_network_limited_total',
      help: 'Deliveries put off because 64 requests to their network (/24) were under way.',
    });
    this.blocked = metrics.counter({
      name: 'hundi_webhooks_ssrf_blocked_total',
      help: 'Attempts that the guard refused: at the URL, the literal host, an answer of the resolver or the peer.',
      labels: ['stage', 'reason'],
    });
    this.deadlines = new DeadlineWheel(clock);
    const resolver = options.resolver ?? createNameResolver();
    const onBlocked = (at: { stage: string; reason: string; hostname: string }): void => this.noteBlocked(at);
    const egressProxy = options.egressProxyUrl === undefined ? undefined : readEgressProxy(options.egressProxyUrl);
    const { deadlines } = this;
    this.shared = {
      networks: new Networks(options.inFlightPerNetworkMax),
      deadlines,
      clock,
      onError: (request, code, error) => this.noteError(request, code, error),
      onSettled: (exchange, { isTruncated }) => {
        this.underWay.delete(exchange);
        if (isTruncated) this.truncated.inc();
      },
    };
    this.connector = new GuardedConnector({ rules, resolver, clock, deadlines, certificateAuthority, egressProxy, onBlocked });
    this.pools = new OriginPools({ connector: this.connector, clock, originsMax: options.originsMax ?? ORIGINS_MAX });
  }

  attempt(request: AttemptRequest): Promise<AttemptResult> {
    return new Promise((settle) => {
      try {
        const destination = this.destinationOf(request);
        if (destination === undefined) settle(this.unsent(request, 'destination_blocked'));
        else this.send(request, destination, settle);
      } catch (error) {
        this.noteError(request, 'internal', error);
        settle(this.unsent(request, 'internal'));
      }
    });
  }

  async close(): Promise<void> {
    for (const exchange of this.underWay) exchange.fail('internal');
    this.connector.close();
    await this.pools.destroy();
    this.deadlines.close();
  }

  private send(request: AttemptRequest, destination: Destination, settle: (result: AttemptResult) => void): void {
    const { clock } = this.options;
    const body = Buffer.from(request.body);
    const headers = headersOf(request, { body, timestampS: Math.floor(clock.nowMs() / 1_000) });
    const options = { path: destination.path, method: 'POST', headers, body } as const;
    const origin = this.pools.of(destination, request.livemode);
    const exchange = new Exchange(request, { origin, options, settle }, this.shared);
    this.underWay.add(exchange);
    exchange.send();
  }

  /** The rules may have changed since the URL was saved. */
  private destinationOf({ url, livemode }: AttemptRequest): Destination | undefined {
    const key = livemode ? `live ${url}` : url;
    const known = this.checked.get(key);
    if (known !== undefined) return known;
    const { destination } = checkDestinationUrl(url, { livemode, rules: this.options.rules });
    if (destination === undefined) this.noteBlocked({ stage: 'url', reason: 'rules', hostname: '' });
    else this.checked.set(key, destination);
    return destination;
  }

  /** An attempt of which nothing left this process. */
  private unsent(request: AttemptRequest, code: 'destination_blocked' | 'internal'): AttemptResult {
    return {
      ...outcomeOfError(code),
      ...NOTHING_CAME,
      startedAtMs: this.options.clock.nowMs(),
      keyFingerprints: request.keys.map(({ fingerprint }) => fingerprint),
    };
  }

  private noteBlocked({ stage, reason, hostname }: { stage: string; reason: string; hostname: string }): void {
    this.blocked.inc({ stage, reason });
    this.options.logger.warn({ stage, reason, hostname }, 'webhook not sent: destination not allowed');
  }

  /** Addresses and words of resolvers and of TLS are for operators: the account reads one of `ATTEMPT_ERRORS`. */
  private noteError({ deliveryId, endpointId }: AttemptRequest, code: AttemptErrorCode, error: unknown): void {
    const { logger } = this.options;
    if (error instanceof NetworkLimitedError) return this.limited.inc();
    if (code === 'internal') return logger.error({ deliveryId, endpointId, err: error }, 'delivery attempt failed on our side');
    const detail = error instanceof Error ? error.message : '';
    logger.debug({ deliveryId, endpointId, code, detail }, 'delivery attempt got no response');
  }
}

/** Name and value in turn, as undici takes them without copying. */
function headersOf(request: AttemptRequest, { body, timestampS }: { body: Buffer; timestampS: number }): string[] {
  if (request.keys.length === 0) throw new Error('an endpoint without a key: nothing is sent unsigned');
  const headers = [
    'content-type',
    'application/json',
    'user-agent',
    USER_AGENT,
    'webhook-id',
    request.eventId,
    'webhook-timestamp',
    String(timestampS),
    'webhook-signature',
    signatureHeader(request.keys, { messageId: request.eventId, timestampS, body }),
    'webhook-attempt',
    String(request.attemptNo),
    'webhook-delivery-id',
    request.deliveryId,
    'webhook-endpoint-id',
    request.endpointId,
  ];
  for (const [name, value] of Object.entries(request.customHeaders)) headers.push(name, value);
  return headers;
}
