import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventStore } from '#event-store';
import { WakeableLoop } from '#loops';
import type { Metrics } from '#service';
import type { AddressDigests } from '../auth/address-digests';
import type { Caller } from '../auth/authenticator';
import type { CapturedRequest } from './captured-request';
import { dayOf, logRecordOf, type LogRecord } from './log-record';
import { RequestLogBuffer } from './request-log-buffer';
import { insertLogRecords, keepRequestLogDays } from './request-logs.table';

const EVERY_MS = 250;
/** How often days that are over are dropped. */
const DAYS_EVERY_MS = 3_600_000;
/** Records of one statement. */
const BATCH_MAX = 500;
/** Records that are made in one turn of the event loop: others wait for it. */
const TURN_MAX = 25;
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

/** Keeps requests for their account. A request does no more for it than leave a reference to itself. */
export class RequestLogs implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly buffer: RequestLogBuffer;
  /** Made and not written yet. */
  private records: LogRecord[] = [];
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
    const create = (run: () => Promise<void>, everyMs: number, text: string): WakeableLoop =>
      new WakeableLoop({ run, everyMs, onError: warn(text), unref: true });
    this.loop = create(() => this.write(), EVERY_MS, 'request log not written, retrying in 250 ms');
    this.daysLoop = create(() => this.dropDays(), DAYS_EVERY_MS, 'days of the request log not dropped, retrying in an hour');
    this.counters = countersOf(parts.metrics, () => this.buffer.size + this.records.length);
  }

  get isEnabled(): boolean {
    return this.parts.isEnabled;
  }

  /** Also when nothing is logged: what was kept before ends. */
  onApplicationBootstrap(): void {
    this.daysLoop.start().wakeWithin(EVERY_MS);
    if (this.isEnabled) this.loop.start();
  }

  /** Writes what is left: the store is stopped after this. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.loop.stop(), this.daysLoop.stop()]);
    await this.write().catch(() => undefined);
    this.drop(this.records.length, 'failed');
  }

  /** Called once for each request that is kept, when it has ended. */
  add(request: FastifyRequest, reply: FastifyReply, caller: Caller): void {
    const durationMs = reply.elapsedTime;
    const atMs = Math.trunc(this.parts.store.options.clock.nowMs() - durationMs);
    const captured = { request, reply, caller, atMs, durationMs, status: reply.statusCode, answer: request.sealedAnswer };
    if (!this.buffer.add(captured, this.records.length)) this.drop(1, 'full');
  }

  private async write(): Promise<void> {
    await this.makeRecords(this.buffer.take());
    while (this.records.length > 0) {
      const batch = this.records.slice(0, BATCH_MAX);
      await this.insert(batch);
      this.records = this.records.slice(batch.length);
      this.tries = 0;
      this.counters.written.inc(batch.length);
    }
  }

  private async makeRecords(captured: readonly CapturedRequest[]): Promise<void> {
    for (const [index, one] of captured.entries()) {
      if (index % TURN_MAX === TURN_MAX - 1) await nextTurn();
      this.records.push(logRecordOf(one, this.parts.digests.of(one.caller.accountId, one.request.ip)));
    }
  }

  private async insert(batch: readonly LogRecord[]): Promise<void> {
    try {
      await this.makeDays([...new Set(batch.map(({ endsOn }) => endsOn))]);
      await insertLogRecords(this.parts.store, batch);
    } catch (error) {
      // Another process may have dropped a day that had no rows yet.
      this.days.clear();
      if (++this.tries >= TRIES_MAX) {
        this.records = this.records.slice(batch.length);
        this.tries = 0;
        this.drop(batch.length, 'failed');
      }
      throw error;
    }
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
