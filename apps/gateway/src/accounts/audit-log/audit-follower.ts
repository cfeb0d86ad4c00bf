import QuickLRU from 'quick-lru';
import { shardOfAccount, shardsOfPartition, type CommandService } from '#contracts';
import type { CommandLog, DoneCommand, EventStore, LogMark } from '#event-store';
import { WakeableLoop } from '#loops';
import { appendAuditEntries, namesOfKeys, type AccountsClient } from './audit-log.table';
import { readAuditMarks, saveAuditMarks } from './audit-marks.table';
import { entryOfDone } from './entry-of-command';

/** How often it is looked for commands that were carried out. */
const EVERY_MS = 1_000;
/** After a round that found more than it could take, it rests for so many times as long as the round took: others need the processor. */
const REST_TIMES = 3;
/** Requests without events are not stored in the order of their times: this much is read again, in milliseconds. */
const OVERLAP_MS = 120_000;
/** Ids of requests that were read lately. */
const REQUESTS_KNOWN_MAX = 10_000;

/** The part of the service's log that is read; over internal HTTP. */
export type AuditedLog = Pick<CommandLog, 'read' | 'readRequests'>;

export interface AuditFollowerParts {
  store: EventStore;
  /** Of the services beside accounts. */
  logs: Readonly<Record<CommandService, AuditedLog>>;
  /** Called once a round ended without an error, and with the number of its new entries. */
  onRound?: (entries: number) => void;
}

/**
 * Writes into the audit log what the other services carried out, each command once: entries and the position up to which the log was
 * read are one commit. It reads the logs of services, and no topic, so that who acted stands in none.
 */
export class AuditFollower {
  private readonly loop: WakeableLoop;
  private isBehind = false;
  private readonly knownRequests = new QuickLRU<string, true>({ maxSize: REQUESTS_KNOWN_MAX });

  constructor(private readonly parts: AuditFollowerParts) {
    const onError = (error: unknown): void => this.fellBehind(error);
    this.loop = new WakeableLoop({ run: () => this.round(), everyMs: EVERY_MS, onError, unref: true });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async round(): Promise<void> {
    const startedAtMs = performance.now();
    let [entries, hasMore] = [0, false];
    for (const [service, log] of Object.entries(this.parts.logs)) {
      const shards = this.parts.store.ownership.held().flatMap(shardsOfPartition);
      if (shards.length === 0) return;
      const read = await this.follow(service, log, shards);
      const requests = shards.includes(0) ? await this.followRequests(service, log) : NOTHING;
      entries += read.entries + requests.entries;
      hasMore ||= read.hasMore || requests.hasMore;
    }
    this.caughtUp();
    this.parts.onRound?.(entries);
    if (hasMore) this.loop.wakeWithin(REST_TIMES * (performance.now() - startedAtMs));
  }

  /** Once, however often it is tried. */
  private fellBehind(error: unknown): void {
    if (!this.isBehind) this.parts.store.options.logger.warn({ error: String(error) }, 'audit log behind, trying every second');
    this.isBehind = true;
  }

  private caughtUp(): void {
    if (this.isBehind) this.parts.store.options.logger.info({}, 'audit log follows the services again');
    this.isBehind = false;
  }

  private async follow(service: string, log: AuditedLog, shards: readonly number[]): Promise<Round> {
    const ask = this.parts.store.acrossAccounts;
    const before = await readAuditMarks(ask, service, shards);
    const { commands, marks, hasMore } = await log.read(before);
    const byShard = groupedBy(commands, ({ accountId }) => shardOfAccount(accountId));
    for (const mark of marks) {
      const done = byShard.get(mark[0]);
      if (done !== undefined) await this.append(mark[0], done, (client) => saveAuditMarks(client, service, [mark]));
    }
    const known = new Map(before);
    const others = marks.filter(([shard, position]) => !byShard.has(shard) && known.get(shard) !== position);
    if (others.length > 0) await saveAuditMarks(ask, service, others);
    return { entries: commands.length, hasMore };
  }

  /** What changed plain tables alone. */
  private async followRequests(service: string, log: AuditedLog): Promise<Round> {
    const ask = this.parts.store.acrossAccounts;
    const source = `${service}.requests`;
    const [[, mark]] = (await readAuditMarks(ask, source, [0])) as [LogMark];
    const { commands, throughMs, hasMore } = await log.readRequests(Math.max(0, Number(mark) - OVERLAP_MS));
    const fresh = commands.filter(({ commandId }) => !this.knownRequests.has(commandId));
    for (const [shard, done] of groupedBy(fresh, ({ accountId }) => shardOfAccount(accountId))) await this.append(shard, done);
    for (const { commandId } of fresh) this.knownRequests.set(commandId, true);
    const through = String(Math.max(Number(mark), Math.trunc(throughMs)));
    if (through !== mark) await saveAuditMarks(ask, source, [[0, through]]);
    return { entries: fresh.length, hasMore };
  }

  private async append(shard: number, done: readonly DoneCommand[], also?: (client: AccountsClient) => Promise<void>): Promise<void> {
    const { store } = this.parts;
    await store.shardLocks.within(shard, async (client) => {
      for (const [accountId, commands] of groupedBy(done, (command) => command.accountId)) {
        const names = await namesOfKeys(
          client,
          accountId,
          commands.map(({ actor }) => actor.id),
        );
        const entries = commands.map((command) => entryOfDone(command, names.get(command.actor.id) ?? null, store.options.random));
        await appendAuditEntries(client, accountId, entries);
      }
      await also?.(client);
    });
  }
}

interface Round {
  entries: number;
  hasMore: boolean;
}

const NOTHING: Round = { entries: 0, hasMore: false };
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
