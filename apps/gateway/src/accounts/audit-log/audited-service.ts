import QuickLRU from 'quick-lru';
import { shardOfAccount } from '#contracts';
import type { CommandLog, DoneCommand, EventStore, LogMark } from '#event-store';
import { appendAuditEntries, namesOfKeys, type AccountsClient } from './audit-log.table';
import { readLogMarks, saveLogMarks } from '../log-marks.table';
import { entryOfDone } from './entry-of-command';

/** Under this name it is kept how far logs were read. */
const CONSUMER = 'audit_log';
/** Requests without events are not stored in the order of their times: this much is read again, in milliseconds. */
const OVERLAP_MS = 120_000;
/** Ids of requests that were read lately. */
const REQUESTS_KNOWN_MAX = 10_000;

/** The part of a service's log that is read; over internal HTTP. */
export type AuditedLog = Pick<CommandLog, 'read' | 'readRequests'>;

/** What reading came to. */
export interface Round {
  entries: number;
  /** Shards of which there was more than one round takes. */
  behind: readonly number[];
}

/** Writes into the audit log what one service carried out. */
export class AuditedService {
  private readonly knownRequests = new QuickLRU<string, true>({ maxSize: REQUESTS_KNOWN_MAX });

  constructor(
    readonly name: string,
    private readonly log: AuditedLog,
    private readonly store: EventStore,
  ) {}

  /** Reads on behind the marks of these shards. @throws Error when the service or the database does not answer: nothing is lost. */
  async follow(shards: readonly number[]): Promise<Round> {
    const ask = this.store.acrossAccounts;
    const before = await this.marksOf(this.name, shards);
    const { commands, marks, behind } = await this.log.read(before);
    const byShard = groupedBy(commands, ({ accountId }) => shardOfAccount(accountId));
    for (const mark of marks) {
      const done = byShard.get(mark[0]);
      if (done !== undefined) await this.append(mark[0], done, (client) => saveLogMarks(client, CONSUMER, this.name, [mark]));
    }
    const known = new Map(before);
    const others = marks.filter(([shard, position]) => !byShard.has(shard) && known.get(shard) !== position);
    if (others.length > 0) await saveLogMarks(ask, CONSUMER, this.name, others);
    return { entries: commands.length, behind };
  }

  /** What changed plain tables alone, of all shards. Who holds the first of them asks for it. @returns entries. @throws Error as `follow`. */
  async followRequests(): Promise<number> {
    const ask = this.store.acrossAccounts;
    const source = `${this.name}.requests`;
    const [[, mark] = [0, '0']] = await this.marksOf(source, [0]);
    let [fromMs, entries, hasMore] = [Math.max(0, Number(mark) - OVERLAP_MS), 0, true];
    while (hasMore) {
      const page = await this.log.readRequests(fromMs);
      const fresh = page.commands.filter(({ commandId }) => !this.knownRequests.has(commandId));
      for (const [shard, done] of groupedBy(fresh, ({ accountId }) => shardOfAccount(accountId))) await this.append(shard, done);
      for (const { commandId } of fresh) this.knownRequests.set(commandId, true);
      entries += fresh.length;
      // The times are finer than a millisecond: those of the last one come again.
      fromMs = Math.max(fromMs + 1, Math.trunc(page.throughMs));
      hasMore = page.hasMore;
    }
    if (entries > 0) await saveLogMarks(ask, CONSUMER, source, [[0, String(fromMs)]]);
    return entries;
  }

  /** A log of which nothing was read is read from its beginning. */
  private async marksOf(source: string, shards: readonly number[]): Promise<LogMark[]> {
    const marks = await readLogMarks(this.store.acrossAccounts, CONSUMER, source, shards);
    return marks.map(([shard, position]) => [shard, position ?? '0']);
  }

  private async append(shard: number, done: readonly DoneCommand[], also?: (client: AccountsClient) => Promise<void>): Promise<void> {
    await this.store.shardLocks.within(shard, async (client) => {
      for (const [accountId, commands] of groupedBy(done, (command) => command.accountId)) {
        const actors = commands.map(({ actor }) => actor.id);
        const names = await namesOfKeys(client, accountId, actors);
        const entries = commands.map((command) => entryOfDone(command, names.get(command.actor.id) ?? null, this.store.options.random));
        await appendAuditEntries(client, accountId, entries);
      }
      await also?.(client);
    });
  }
}

function groupedBy<TItem, TKey>(items: readonly TItem[], keyOf: (item: TItem) => TKey): Map<TKey, TItem[]> {
  const groups = new Map<TKey, TItem[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
