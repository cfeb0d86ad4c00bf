import { randomUUID } from 'node:crypto';
import { verifyChain, verifyStreams } from '#event-store';
import type { TestDatabase } from '#testing';
import { Client } from 'pg';
import { appendStatement, appendValues, readVerdicts, type AppendBatch, type AppendRow, type Verdict } from '../src/writer/append';
import { counter } from './counter';
import { SCHEMA, accountInShard, ask, counterDatabase, newCounterId } from './store-fixture';

const WRITERS = 16;
const READERS = 3;
const RACE_MS = 20_000;
const SHARDS = [3, 17, 40, 63];

interface Acknowledged {
  shard: number;
  commandId: string;
  position: number;
}

/** A batch straight into the append: two new streams in two shards, and one shared stream that everybody fights for. */
function raceBatch(accounts: ReadonlyMap<number, string>, contested: { shard: number; streamId: string; base: number }): AppendBatch {
  const shards = [...SHARDS].sort(() => Math.random() - 0.5).slice(0, 2);
  const targets = [...shards.map((shard) => ({ shard, streamId: newCounterId(accounts.get(shard) ?? ''), base: 0 })), contested];
  const events = targets.flatMap(({ base }) =>
    [1, 2].map((step) => ({
      version: base + step,
      type: base + step === 1 ? 'counter.opened' : 'counter.added',
      schemaVersion: 1,
      eventId: `evt_${randomUUID()}`,
      occurredAtMs: 1_000,
      data: base + step === 1 ? '{"labels":{},"wakeAtMs":null}' : '{"amount":1}',
      meta: `{"actor":null,"requestId":null,"idempotencyKey":null,"sequence":${base + step}}`,
    })),
  );
  return {
    consumer: 'commands',
    positions: [],
    deadlineAtMs: null,
    links: [],
    answers: [],
    events,
    eventCommands: targets.flatMap((_, command) => [command, command]),
    commands: targets.map(({ shard }, stream) => {
      const commandId = randomUUID();
      const none = { idempotencyId: null, idempotencyKey: null, fingerprint: null, refusal: null, causationId: null };
      return {
        ...none,
        shard,
        stream,
        commandId,
        operation: 'counter.race',
        status: 200,
        response: '{}',
        eventCount: 2,
        correlationId: commandId,
      };
    }),
    streams: targets.map(({ shard, streamId, base }, lastCommand) => ({
      shard,
      streamId,
      streamType: 'counter',
      accountId: accounts.get(shard) ?? '',
      livemode: false,
      base,
      version: base + 2,
      sequence: base + 2,
      status: 'open',
      state: JSON.stringify({ status: 'open', total: base + 1, labels: {}, wakeAtMs: null }),
      reported: null,
      stateSchema: 1,
      createdAtMs: 1_000,
      updatedAtMs: 1_000,
      wakeAtMs: null,
      clock: null,
      lastCommand,
    })),
  };
}

function acknowledgedOf(batch: AppendBatch, verdicts: readonly Verdict[]): Acknowledged[] {
  return batch.commands.flatMap(({ shard, commandId }, index) => {
    const verdict = verdicts[index];
    return verdict?.kind === 'new' ? [{ shard, commandId, position: Number(verdict.position) }] : [];
  });
}

describe('positions under 16 writers with rollbacks and live readers', () => {
  let database: TestDatabase;
  const clients: Client[] = [];
  const accounts = new Map(SHARDS.map((shard) => [shard, accountInShard(shard)]));
  const contested = { shard: 17, streamId: newCounterId(accounts.get(17) ?? '') };
  beforeAll(async () => {
    database = await counterDatabase();
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await database.drop();
  });
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    clients.push(client);
    return client;
  };

  async function write(
    client: Client,
    endMs: number,
    acknowledged: Acknowledged[],
    tally: Record<Verdict['kind'] | 'rolledBack', number>,
  ): Promise<void> {
    const statement = appendStatement(SCHEMA);
    while (Date.now() < endMs) {
      const { rows: head } = await client.query<{ version: number }>(
        `select version from ${SCHEMA}.streams where shard = $1 and stream_id = $2`,
        [contested.shard, contested.streamId],
      );
      const batch = raceBatch(accounts, { ...contested, base: head[0]?.version ?? 0 });
      await client.query('BEGIN');
      const { rows } = await client.query<AppendRow>({ ...statement, values: appendValues(batch) });
      const verdicts = readVerdicts(batch.commands.length, rows[0]);
      if (Math.random() < 0.25) {
        await client.query('ROLLBACK');
        tally.rolledBack++;
        continue;
      }
      await client.query('COMMIT');
      for (const verdict of verdicts) tally[verdict.kind]++;
      acknowledged.push(...acknowledgedOf(batch, verdicts));
    }
  }

  /** Follows each shard as the relay does: from its last position on, expecting exactly the next one. */
  async function follow(client: Client, isOver: () => boolean, broken: string[]): Promise<Map<number, string[]>> {
    const seen = new Map<number, string[]>(SHARDS.map((shard) => [shard, []]));
    for (let last = false; ; last = isOver()) {
      for (const [shard, events] of seen) {
        const { rows } = await client.query<{ position: string; event_id: string }>(
          `select position, event_id from ${SCHEMA}.events where shard = $1 and position > $2 order by position limit 5000`,
          [shard, events.length],
        );
        const wrong = rows.filter((row, index) => Number(row.position) !== events.length + 1 + index);
        broken.push(...wrong.map((row) => `shard ${shard} after ${events.length}: found ${row.position}`));
        events.push(...rows.map((row) => row.event_id));
      }
      if (last) return seen;
    }
  }

  it('are dense and in commit order: 0 lost, 0 gaps, 0 inversions', async () => {
    const acknowledged: Acknowledged[] = [];
    const broken: string[] = [];
    const tally = { new: 0, duplicate: 0, conflict: 0, rolledBack: 0 };
    const endMs = Date.now() + RACE_MS;
    let isOver = false;
    const readers = Promise.all(Array.from({ length: READERS }, async () => follow(await connect(), () => isOver, broken)));
    await Promise.all(Array.from({ length: WRITERS }, async () => write(await connect(), endMs, acknowledged, tally)));
    isOver = true;
    const followed = await readers;

    expect(tally.new).toBeGreaterThan(500);
    expect(tally.conflict).toBeGreaterThan(10);
    expect(tally.rolledBack).toBeGreaterThan(50);
    expect(broken).toEqual([]);
    const stored = await ask<{ shard: number; position: string; event_id: string; command_id: string }>(
      database.url,
      `select shard, position, event_id, command_id from ${SCHEMA}.events order by shard, position`,
    );
    expect(stored).toHaveLength(acknowledged.length * 2);
    for (const shard of SHARDS) {
      const inShard = stored.filter((row) => row.shard === shard);
      expect(inShard.map((row) => Number(row.position))).toEqual(inShard.map((_, index) => index + 1));
      for (const seen of followed) expect(seen.get(shard)).toEqual(inShard.map((row) => row.event_id));
    }
    const lastOf = new Map(stored.map((row) => [row.command_id, Number(row.position)]));
    for (const { commandId, position } of acknowledged) expect(lastOf.get(commandId)).toBe(position);
    expect(await verifyChain({ databaseUrl: database.url, schema: SCHEMA })).toEqual({ intact: true, events: stored.length });
    const verified = await verifyStreams({ databaseUrl: database.url, schema: SCHEMA, aggregates: [counter] });
    expect(verified.differences).toEqual([]);
  });
});
