import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventStore } from '#event-store';
import { WakeableLoop } from '#loops';
import type { Metrics } from '#service';
import type { AddressDigests } from '../auth/address-digests';
import type { Caller } from '../auth/authenticator';
import { dayOf, logRecordOf } from './log-record';
import type { PackedRecord } from './packed-details';
import { RequestLogBuffer } from './request-log-buffer';
import { insertLogRecords, keepRequestLogDays } from './request-logs.table';

/** How long a request waits for others, and how soon a batch that could not be written is tried again. */
const WAIT_MS = 250;
/** How often days that are over are dropped. */
const DAYS_EVERY_MS = 3_600_000;
/** A record that cannot be written by then is dropped: half a minute. */
const TRIES_MAX = 120;

export interface RequestLogsParts {
  store: EventStore;
  digests: AddressDigests;
  metrics: Metrics;
  isEnabled: boolean;
  /** Requests that may wait at once; WAITING_MAX unless given. */
  waitingMax?: number;
}

/** Keeps requests for their account: what may be kept is made when a request has been answered, and written with that of others. */
export class RequestLogs implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly buffer: RequestLogBuffer;
  private tries = 0;
  /** Days that have a partition. */
  private readonly days = new Set<string>();
  private readonly loop: WakeableLoop;
  private readonly daysLoop: WakeableLoop;
  private readonly counters: ReturnType<typeof countersOf>;

  constructor(private readonly parts: RequestLogsParts) {
    const { logger } = parts.store.options;
    this.buffer = new RequestLogBuffer(parts.waitingMax);
    const warn = (text: string) => (error: unknown) => logger.warn({ error: String(error) }, text);
    const onError = warn('request log not written, retrying in 250 ms');
    this.loop = new WakeableLoop({ run: () => this.write().finally(() => this.writeSoon()), onError, unref: true });
    const onDaysKept = warn('days of the request log not dropped, retrying in an hour');
    this.daysLoop = new WakeableLoop({ run: () => this.dropDays(), everyMs: DAYS_EVERY_MS, onError: onDaysKept, unref: true });
    this.counters = countersOf(parts.metrics, () => this.buffer.size);
  }

  get isEnabled(): boolean {
    return this.parts.isEnabled;
  }

  /** Also when nothing is logged: what was kept before ends. */
  onApplicationBootstrap(): void {
    this.daysLoop.start().wakeWithin(WAIT_MS);
  }

  /** Writes what is left: the store is stopped after this. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.loop.stop(), this.daysLoop.stop()]);
    await this.write().catch(() => undefined);
    this.drop(this.buffer.size, 'failed');
  }

  /** Called once for each request that is kept, when it has been answered. */
  add(request: FastifyRequest, reply: FastifyReply, caller: Caller): void {
    const { store, digests } = this.parts;
    const durationMs = reply.elapsedTime;
    const atMs = Math.trunc(store.options.clock.nowMs() - durationMs);
    const address = digests.of(caller.accountId, request.ip);
    try {
      if (!this.buffer.add(logRecordOf({ request, reply, caller, atMs, durationMs, address }))) this.drop(1, 'full');
      this.writeSoon();
    } catch (error) {
      // It was answered well; the log must not end the process.
      store.options.logger.error({ error: String(error), request_id: request.id }, 'request not kept in the request log');
      this.drop(1, 'failed');
    }
  }

  private writeSoon(): void {
    if (this.buffer.size > 0) this.loop.wakeWithin(WAIT_MS);
  }

  private async write(): Promise<void> {
    for (let batch = this.buffer.nextBatch(); batch.length > 0; batch = this.buffer.nextBatch()) {
      await this.insert(batch);
      this.removeBatch();
      this.counters.written.inc(batch.length);
    }
  }

  private async insert(batch: readonly PackedRecord[]): Promise<void> {
    try {
      await this.makeDays([...new Set(batch.map(({ record }) => record.endsOn))]);
      await insertLogRecords(this.parts.store, batch);
    } catch (error) {
      // Another process may have dropped a day that had no rows yet.
      this.days.clear();
      if (++this.tries >= TRIES_MAX) {
        this.removeBatch();
        this.drop(batch.length, 'failed');
      }
      throw error;
    }
  }

  private removeBatch(): void {
    this.buffer.removeBatch();
    this.tries = 0;
  }

  private async makeDays(wanted: readonly string[]): Promise<void> {
    const missing = wanted.filter((day) => !this.days.has(day));
    if (missing.length === 0) return;
    await keepRequestLogDays(this.parts.store, missing, this.today());
    for (const day of missing) this.days.add(day);
  }

  private async dropDays(): Promise<void> {
    await keepRequestLogDays(this.parts.store, [], this.today());
  }

  private today(): string {
    return dayOf(this.parts.store.options.clock.nowMs());
  }

  private drop(count: number, reason: 'full' | 'failed'): void {
    if (count > 0) this.counters.dropped.inc({ reason }, count);
  }
}

function countersOf(metrics: Metrics, countWaiting: () => number) {
  metrics.gauge({
    name: 'hundi_request_logs_waiting',
    help: 'Requests that wait to be written to the request log.',
    collect: (gauge) => gauge.set(countWaiting()),
  });
  return {
    written: metrics.counter({ name: 'hundi_request_logs_written_total', help: 'Requests that were written to the request log.' }),
    dropped: metrics.counter({
      name: 'hundi_request_logs_dropped_total',
      help: 'Requests that are missing in the request log: `full` while too many waited, `failed` when the database did not take them.',
      labels: ['reason'],
    }),
  };
}
