import { MessageTooLargeError } from '#contracts';
import { afterPendingInput, WakeableLoop } from '#loops';
import { Backoff, DeadlineError, delay, settledWithin, withDeadline } from '../../waiting';
import { BusUnavailableError } from '../../bus';
import { describeKafkaError, protocolType } from '../kafka-errors';
import { isTopicForbidden } from '../security/access-problems';
import type { KafkaContext } from '../kafka-options';
import { OutgoingQueue, type Outgoing } from './outgoing-queue';
import type { MakeProduceClient, ProduceClient } from './produce-client';

const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 500;
/** After so many failures in a row the client is made anew: an indefinite error may have left it stuck. */
const FAILURES_PER_CLIENT = 5;
const DISCONNECT_MS = 1_000;
/** Longer than the client's own time-outs: for a request that it has forgotten. */
const REQUEST_MS = 12_000;
/** What a failure without a topic was about. */
const CONNECT = 'send';
/** Errors about the messages themselves: repeating them cannot help. */
const REFUSED_TYPES = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD', 'INVALID_TIMESTAMP']);

/**
 * One producer for everything this process sends. A single request is in flight; what is queued meanwhile, or is just being read from
 * sockets, forms the next batch, whatever its topics. The same batch is sent again until it is acknowledged, so nothing is lost and order holds.
 * The client below it must have no memory: an idempotent producer that gives up by itself loses the next batch silently.
 */
export class BatchingProducer {
  private readonly queue = new OutgoingQueue();
  private readonly stopping = new AbortController();
  private readonly backoff = new Backoff(RETRY_FIRST_MS, RETRY_MAX_MS);
  private readonly capacityWaiters: (() => void)[] = [];
  private producer: Promise<ProduceClient> | undefined;
  private readonly loop = new WakeableLoop({ run: () => this.sendBatches() });
  private sendingSinceMs: number | undefined;
  private failuresInRow = 0;
  private isConnected = false;

  constructor(
    private readonly makeClient: MakeProduceClient,
    private readonly context: KafkaContext,
  ) {}

  /** Connect, again and again until it succeeds or the producer is stopped. */
  async connect(): Promise<void> {
    while (!this.isConnected && !this.stopping.signal.aborted) {
      try {
        await this.connected();
        this.onSuccess();
      } catch (error) {
        await this.onFailure(error);
      }
    }
  }

  /** Another part lost the broker: when nothing is being sent, check with a new connection and not with the next command. */
  checkConnection(): void {
    if (this.loop.isRunning || !this.isConnected || this.stopping.signal.aborted) return;
    this.replaceClient();
    this.connected().catch(async (error: unknown) => {
      await this.onFailure(error);
      await this.connect();
    });
  }

  /** Whether nothing can be sent as far as we know. */
  get isAway(): boolean {
    if (!this.isConnected) return true;
    const { clock, limits } = this.context;
    return this.sendingSinceMs !== undefined && clock.monotonicMs() - this.sendingSinceMs > limits.produceStalledMs;
  }

  get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  get hasCapacity(): boolean {
    return this.queue.length < this.context.limits.maxQueued;
  }

  /** Back-pressure for publishers: resolves when there is room. */
  async untilCapacity(): Promise<void> {
    while (!this.hasCapacity && !this.stopping.signal.aborted) await new Promise<void>((resolve) => this.capacityWaiters.push(resolve));
  }

  enqueue(message: Outgoing): void {
    if (this.stopping.signal.aborted) return message.onFailed(new BusUnavailableError('The bus is stopped.'), false);
    this.queue.add(message);
    this.loop.wake();
  }

  /** Take back a message that is not part of a request yet. */
  cancel(message: Outgoing): boolean {
    return this.queue.cancel(message);
  }

  /** Flush, then leave. What is not acknowledged in time fails. */
  async stop(limitMs: number): Promise<void> {
    await settledWithin(this.loop.idle(), limitMs);
    this.stopping.abort();
    for (const wake of this.capacityWaiters.splice(0)) wake();
    for (const message of this.queue.takeAll()) message.onFailed(new BusUnavailableError('The bus is stopped.'), false);
    const producer = this.producer;
    if (producer !== undefined) await settledWithin(disconnect(producer), Math.min(limitMs, DISCONNECT_MS));
  }

  private async sendBatches(): Promise<void> {
    while (this.queue.length > 0 && !this.stopping.signal.aborted) {
      await afterPendingInput();
      const batch = this.queue.takeBatch();
      for (const wake of this.capacityWaiters.splice(0)) wake();
      if (batch.length > 0) await this.untilAcknowledged(batch);
    }
  }

  /** @param mayBeStored whether some of the batch was in a request before that brought no answer. */
  private async untilAcknowledged(batch: readonly Outgoing[], mayBeStored = false): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await this.request(batch);
        this.onSuccess(batch);
        return;
      } catch (error) {
        if (REFUSED_TYPES.has(protocolType(error) ?? '')) return this.isolateRefused(batch, error, mayBeStored);
        if (isTopicForbidden(error)) return this.isolateForbidden(batch, error, mayBeStored);
        mayBeStored = true;
        await this.onFailure(error);
      }
    }
    for (const message of batch) message.onFailed(new BusUnavailableError('The bus was stopped before the broker answered.'), mayBeStored);
  }

  private async request(batch: readonly Outgoing[]): Promise<void> {
    this.sendingSinceMs = this.context.clock.monotonicMs();
    try {
      const producer = await this.connected();
      await withDeadline(producer.produce(batch), REQUEST_MS);
    } finally {
      this.sendingSinceMs = undefined;
    }
  }

  /** The broker refuses some message of the batch: find it, so that the others are not held up. */
  private async isolateRefused(batch: readonly Outgoing[], error: unknown, mayBeStored: boolean): Promise<void> {
    if (batch.length > 1) {
      for (const message of batch) await this.untilAcknowledged([message], mayBeStored);
      return;
    }
    this.context.logger.error({ topic: batch[0]!.topic, reason: describeKafkaError(error) }, 'message refused by the broker');
    batch[0]!.onFailed(new MessageTooLargeError('The broker refuses the message.', { cause: error }), mayBeStored);
  }

  /** A right that is missing for one topic must not hold up the others. The sender tries again by itself. */
  private async isolateForbidden(batch: readonly Outgoing[], error: unknown, mayBeStored: boolean): Promise<void> {
    const topics = new Set(batch.map(({ topic }) => topic));
    if (topics.size > 1) {
      for (const topic of topics) {
        const part = batch.filter((message) => message.topic === topic);
        await this.untilAcknowledged(part, mayBeStored);
      }
      return;
    }
    const [topic = ''] = topics;
    this.context.access.note(writeTo(topic), error);
    const failure = new BusUnavailableError(`This process may not write to ${topic}.`, { cause: error });
    for (const message of batch) message.onFailed(failure, mayBeStored);
  }

  private connected(): Promise<ProduceClient> {
    if (this.producer === undefined) {
      const fresh = this.openClient();
      this.producer = fresh;
      fresh.catch(() => {
        if (this.producer === fresh) this.producer = undefined;
      });
    }
    return this.producer;
  }

  private async openClient(): Promise<ProduceClient> {
    const client = await this.makeClient();
    try {
      await client.connect();
      return client;
    } catch (error) {
      void settledWithin(client.disconnect(), DISCONNECT_MS);
      throw error;
    }
  }

  private onSuccess(batch: readonly Outgoing[] = []): void {
    if (!this.isConnected) this.context.logger.info({}, 'producer connected');
    this.isConnected = true;
    this.context.access.over(CONNECT);
    this.failuresInRow = 0;
    this.backoff.reset();
    if (this.context.access.current !== undefined) for (const { topic } of batch) this.context.access.over(writeTo(topic));
    for (const message of batch) message.onAcknowledged();
  }

  private async onFailure(error: unknown): Promise<void> {
    const isAccess = this.context.access.note(CONNECT, error);
    if (!isAccess && (this.isConnected || this.failuresInRow === 0)) {
      this.context.logger.warn({ reason: describeKafkaError(error) }, 'broker unavailable, retrying the same batch');
    }
    this.isConnected = false;
    this.failuresInRow += 1;
    if (error instanceof DeadlineError || this.failuresInRow % FAILURES_PER_CLIENT === 0) this.replaceClient();
    await delay(this.backoff.nextMs(), this.stopping.signal);
  }

  private replaceClient(): void {
    const old = this.producer;
    this.producer = undefined;
    if (old !== undefined) void settledWithin(disconnect(old), DISCONNECT_MS);
  }
}

function writeTo(topic: string): string {
  return `write to ${topic}`;
}

async function disconnect(client: Promise<ProduceClient>): Promise<void> {
  await (await client).disconnect();
}
