import type { Dispatcher } from 'undici';
import type { AttemptErrorCode, Clock } from '#contracts';
import type { AttemptRequest, AttemptResult } from './attempt';
import type { Deadline, DeadlineWheel } from './deadlines';
import { NetworkLimitedError, requestErrorCode, type ConnectPhases } from './failure';
import type { Networks } from './networks';
import { outcomeOfError, outcomeOfStatus, type Outcome } from './outcome';
import type { Line, OriginPool } from './pools';
import { ReplyBody, firstHeader, keptHeaders } from './reply';
import { readRetryAfter } from './retry-after';

/** What all exchanges of a webhook sender share. */
export interface ExchangeParts {
  networks: Networks;
  deadlines: DeadlineWheel;
  clock: Clock;
  /** What stands behind an error code: for the log of the operator. */
  onError(request: AttemptRequest, code: AttemptErrorCode, error: unknown): void;
  /** It is settled; its line may still be busy with what is left of the body. */
  onSettled(exchange: Exchange, result: AttemptResult): void;
}

/** One request as it is given to undici. */
export interface Post {
  origin: OriginPool;
  options: Dispatcher.DispatchOptions;
  settle(result: AttemptResult): void;
}

type Headers = Record<string, string | string[] | undefined>;

/** A body is read for so long after the head. */
const BODY_READ_MS_MAX = 2_000;
const NO_PHASES: ConnectPhases = { dnsMs: null, connectMs: null, tlsMs: null };

/**
 * One request on its way through undici: notes what comes back and settles once. The final head fixes the outcome; whatever
 * the body does afterwards costs the connection and nothing else (docs/reference/webhooks.md, Outcomes of an attempt).
 */
export class Exchange implements Dispatcher.DispatchHandler {
  private readonly startedMs: number;
  private readonly startedAtMs: number;
  private deadline: Deadline;
  /** The line that was chosen last; its connection may not stand yet. */
  private line: Line | undefined;
  private isOnTheWay = false;
  /** On a connection that carried others before: the receiver may have given it up while it stood idle. */
  private isOnReusedLine = false;
  private bytesBefore = 0;
  private wasSentAgain = false;
  private network: string | null = null;
  private phases = NO_PHASES;
  private status: number | null = null;
  private headers: Headers = {};
  private ttfbMs: number | null = null;
  private readonly body = new ReplyBody();
  private isSettled = false;

  constructor(
    private readonly request: AttemptRequest,
    private readonly post: Post,
    private readonly parts: ExchangeParts,
  ) {
    this.startedAtMs = parts.clock.nowMs();
    this.startedMs = parts.clock.monotonicMs();
    this.deadline = parts.deadlines.set(request.timeoutMs, () => this.runOut());
    post.origin.inFlight += 1;
  }

  /** The connection stands and the request goes out now. Throwing takes it back without harm to the connection. */
  onRequestStart(): void {
    const phases = this.line?.claimPhases();
    this.phases = phases ?? NO_PHASES;
    this.isOnReusedLine = phases === undefined;
    this.bytesBefore = this.line?.bytesRead ?? 0;
    if (this.isSettled) throw new Error('the deadline was over before a connection stood');
    this.enterNetwork();
    this.isOnTheWay = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // 103 and its like announce the real head.
    if (status < 200 || this.isSettled) return;
    const { clock, deadlines } = this.parts;
    this.status = status;
    this.headers = headers;
    this.ttfbMs = clock.monotonicMs() - this.startedMs;
    deadlines.clear(this.deadline);
    const leftMs = Math.min(BODY_READ_MS_MAX, this.request.timeoutMs - this.ttfbMs);
    this.deadline = deadlines.set(leftMs, () => this.cutOff());
  }

  // eslint-disable-next-line hundi/plain-names -- the name is undici's
  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.isSettled && !this.body.add(chunk)) this.cutOff();
  }

  onResponseEnd(): void {
    this.leaveLine();
    this.end(this.body.isCut);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.leaveLine();
    if (this.isSettled) return;
    if (this.status !== null) return this.end(true);
    const code = requestErrorCode(error);
    if (code === 'connect_reset' && this.maySendAgain()) return this.send(true);
    this.parts.onError(this.request, code, error);
    this.fail(code);
  }

  /** Gives the request to a line. @param isAgain after its connection was found to be gone. */
  send(isAgain = false): void {
    this.wasSentAgain = isAgain;
    this.leaveNetwork();
    try {
      this.line = this.post.origin.take();
      this.line.dispatch(this.post.options, this);
    } catch (error) {
      this.parts.onError(this.request, 'internal', error);
      this.fail('internal');
    }
  }

  /** Ends the attempt; one whose head has come has its outcome already. */
  fail(code: AttemptErrorCode): void {
    if (this.isSettled) return;
    if (this.status !== null) return this.end(true);
    const status = code === 'redirect_not_followed' ? 101 : null;
    this.finish(outcomeOfError(code), status, false);
  }

  private leaveLine(): void {
    this.isOnTheWay = false;
    if (this.line) this.post.origin.giveBack(this.line);
  }

  /** @throws NetworkLimitedError: the delivery is put off, no attempt is consumed. */
  private enterNetwork(): void {
    const network = this.line?.network ?? null;
    if (network === null) return;
    if (!this.parts.networks.enter(network)) throw new NetworkLimitedError();
    this.network = network;
  }

  private leaveNetwork(): void {
    if (this.network !== null) this.parts.networks.leave(this.network);
    this.network = null;
  }

  /** Once: no byte of an answer came on a connection that stood idle before. Costs no attempt, as with every HTTP client. */
  private maySendAgain(): boolean {
    return this.isOnReusedLine && !this.wasSentAgain && this.line?.bytesRead === this.bytesBefore;
  }

  private runOut(): void {
    this.fail('timeout');
    this.cutLine('the deadline is over');
  }

  private cutOff(): void {
    this.end(true);
    this.cutLine('enough of the body was read');
  }

  /** Only while it carries this request: afterwards the connection serves another request. */
  private cutLine(reason: string): void {
    if (this.isOnTheWay) this.line?.cut(new Error(reason));
    this.isOnTheWay = false;
  }

  private end(isTruncated: boolean): void {
    if (this.isSettled || this.status === null) return;
    this.finish(outcomeOfStatus(this.status), this.status, isTruncated);
  }

  private finish(outcome: Outcome, status: number | null, isTruncated: boolean): void {
    const { clock, deadlines } = this.parts;
    this.isSettled = true;
    deadlines.clear(this.deadline);
    this.post.origin.inFlight -= 1;
    this.leaveNetwork();
    const result = {
      verdict: outcome.verdict,
      errorCode: outcome.errorCode,
      countsForBreaker: outcome.countsForBreaker,
      countsForDisable: outcome.countsForDisable,
      statusCode: status,
      retryAfterS: status === null ? null : readRetryAfter(status, firstHeader(this.headers, 'retry-after'), clock.nowMs()),
      startedAtMs: this.startedAtMs,
      totalMs: clock.monotonicMs() - this.startedMs,
      dnsMs: this.phases.dnsMs,
      connectMs: this.phases.connectMs,
      tlsMs: this.phases.tlsMs,
      ttfbMs: this.ttfbMs,
      responseHeaders: keptHeaders(this.headers),
      responseBody: this.bodyText(),
      responseBytes: this.body.bytes,
      isTruncated,
      remoteIp: outcome.verdict === 'blocked' ? null : (this.line?.remoteIp ?? null),
      keyFingerprints: this.request.keys.map(({ fingerprint }) => fingerprint),
    };
    this.parts.onSettled(this, result);
    this.post.settle(result);
  }

  /** Compressed bytes are no text, and are never inflated: tens of kB can become tens of MB. */
  private bodyText(): string | null {
    const encoding = firstHeader(this.headers, 'content-encoding');
    return this.status === null || (encoding !== undefined && encoding !== 'identity') ? null : this.body.text();
  }
}
