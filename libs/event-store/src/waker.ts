import type { Command, ErrorCode, Reply } from '#contracts';
import QuickLRU from 'quick-lru';
import { derivedUuid } from './lane/pending';
import type { Query } from './lane/load';
import type { Statement } from './lane/connection';
import type { EventStoreOptions } from './options';
import type { AggregateRegistry } from './registry';
import { quoteSchema } from './schema/names';

const EVERY_MS = 500;
const PAGE_MAX = 200;
const DEADLINE_MS = 30_000;
const ATTEMPTS_MAX = 100;

/** Refusals that are not stored and say nothing about the stream: the same command comes again with the next round. */
const UNDECIDED = new Set<ErrorCode | undefined>(['lock_timeout']);

interface DueRow {
  wake_at: string;
  shard: number;
  stream_id: string;
  stream_type: string;
  account_id: string;
  livemode: boolean;
  version: number;
}

export interface WakerParts {
  options: EventStoreOptions;
  registry: AggregateRegistry;
  query: Query;
  submit: (command: Command) => Promise<Reply>;
  ownedShards: () => readonly number[];
}

/**
 * Wakes streams whose time has come: a due stream gets the wake command of its aggregate, once for each version. The
 * command id derives from stream and version, so that two processes, or one before and after a crash, wake it once.
 */
export class Waker {
  private readonly due: Statement;
  private readonly timer: NodeJS.Timeout;
  /** Versions that were woken and settled, and how many of their commands expired unheard. */
  private readonly settled = new QuickLRU<string, true>({ maxSize: 20_000 });
  private readonly expired = new QuickLRU<string, number>({ maxSize: 20_000 });
  private round: Promise<void> | null = null;
  private stopped = false;

  constructor(private readonly parts: WakerParts) {
    this.due = {
      name: 'hundi_due_streams',
      text: `SELECT s.wake_at, s.shard, s.stream_id, s.stream_type, s.account_id, s.livemode, s.version FROM ${quoteSchema(parts.options.schema)}.streams s
        WHERE s.shard = ANY ($1::smallint[]) AND s.wake_at IS NOT NULL AND s.wake_at <= $2 AND (s.wake_at, s.shard, s.stream_id) > ($3, $4, $5)
        ORDER BY s.wake_at, s.shard, s.stream_id LIMIT ${PAGE_MAX}`,
    };
    this.timer = setInterval(() => this.start(), EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopped = true;
    await this.round;
  }

  private start(): void {
    if (this.round) return;
    this.round = this.wakeDue()
      .catch((error: unknown) => this.parts.options.logger.warn({ error: String(error) }, 'due streams could not be woken; trying again'))
      .finally(() => {
        this.round = null;
      });
  }

  private async wakeDue(): Promise<void> {
    const shards = this.parts.ownedShards();
    if (shards.length === 0) return;
    const nowMs = this.parts.options.clock.nowMs();
    let last = { wake_at: '-1', shard: -1, stream_id: '' };
    // Page after page: streams that stay due, because their aggregate throws, must not stand before all others.
    while (!this.stopped) {
      const rows = await this.parts.query<DueRow>(this.due, [shards, nowMs, last.wake_at, last.shard, last.stream_id]);
      const fresh = rows.filter((row) => !this.settled.has(versionKey(row)));
      await Promise.all(fresh.map((row) => this.wake(row)));
      last = rows.at(-1) ?? last;
      if (rows.length < PAGE_MAX) return;
    }
  }

  private async wake(row: DueRow): Promise<void> {
    const type = this.parts.registry.findByStreamType(row.stream_type)?.wakeCommandType;
    if (!type) return;
    const key = versionKey(row);
    const attempt = this.expired.get(key) ?? 0;
    const reply = await this.parts.submit(this.commandFor(row, type, attempt)).catch(() => null);
    if (!reply || UNDECIDED.has(reply.refusal?.code)) return;
    if (reply.refusal?.code === 'command_expired' && attempt < ATTEMPTS_MAX) this.expired.set(key, attempt + 1);
    else this.settled.set(key, true);
  }

  /** A wake-up that waited beyond its deadline is stored as expired; the next attempt needs another id. */
  private commandFor(row: DueRow, type: string, attempt: number): Command {
    const nowMs = this.parts.options.clock.nowMs();
    const commandId = derivedUuid(`wake ${row.stream_id} ${row.version} ${attempt}`);
    return {
      commandId,
      type,
      streamId: row.stream_id,
      accountId: row.account_id,
      livemode: row.livemode,
      idempotency: null,
      actor: { kind: 'system', id: 'waker', address: null },
      requestId: null,
      correlationId: commandId,
      causationId: null,
      issuedAtMs: nowMs,
      deadlineAtMs: nowMs + DEADLINE_MS,
      payload: {},
    };
  }
}

function versionKey(row: DueRow): string {
  return `${row.stream_id} ${row.version}`;
}
