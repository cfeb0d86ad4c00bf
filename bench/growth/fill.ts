import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#embedded';
import { countBehind } from './followers';
import { MovableText, sharedId, timedUuid, wholeId, type MovableName } from './movable-text';
import * as sql from './copy-statements';

/** How the packs of the feed are compressed (docs/decisions/0040-the-feed-keeps-bodies-in-packs.md), and how such bytes begin. */
const FAST = { [constants.ZSTD_c_compressionLevel]: 1 };
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** A stretch of the past that the copies of one fill are spread over, ms before the originals. */
export interface FillSpan {
  fromMs: number;
  toMs: number;
}

/** What a log is filled to. */
export interface FillPlan {
  events: number;
  span: FillSpan;
}

interface PackRow {
  pack: string;
  bodies: Buffer;
}

interface NameRow {
  pack: string;
  id: string;
  ms: string;
  event_id?: string;
  event_ms?: string;
  correlation_id?: string;
}

/** Connections for events and for everything else, which are copied at once: each takes a core as long as the other. */
interface Connections {
  log: Client;
  others: Client;
}

/** Works on the Postgres of a data folder whose Hundi is stopped. */
async function withStoppedHundi<TResult>(dataDir: string, work: (connections: Connections) => Promise<TResult>): Promise<TResult> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), durable: true });
  const connect = (): Client => new Client({ connectionString: postgres.url, application_name: 'bench fill' });
  const { log, others } = { log: connect(), others: connect() };
  try {
    for (const database of [log, others]) {
      await database.connect();
      await database.query('SET synchronous_commit = off');
    }
    return await work({ log, others });
  } finally {
    await log.end();
    await others.end();
    await postgres.stop();
  }
}

/**
 * Fills the log of a stopped Hundi with copies of the payments that were in it at the first fill: every row that a payment has, under other
 * ids and at other times, with the hash chain going on, and everything that follows the log moved on behind it.
 *
 * @returns events in the log now: as many as were wanted, and up to one copy of all payments more.
 * @throws Error when a follower was behind, or there is anything in the log that is not a captured payment of three events.
 */
export async function fillLog(dataDir: string, { events, span }: FillPlan): Promise<number> {
  return withStoppedHundi(dataDir, async ({ log, others }) => {
    if ((await countBehind(log)) > 0) throw new Error('the log cannot be filled: a follower is behind its end');
    await prepare(log);
    for (const statement of sql.READ_ENDS) await log.query(statement);
    const copies = Math.max(0, Math.ceil((events - (await countOf(log, sql.COUNT_EVENTS))) / (await countOf(log, sql.COUNT_ORIGINALS))));
    const parts: CopyPart[] = [
      { database: log, statements: sql.COPY_EVENTS, texts: [] },
      { database: others, statements: sql.COPY_OTHERS, texts: [await answerPacks(others), await feedPacks(others)] },
    ];
    for (let copy = 0; copy < copies; copy++) {
      const shiftMs = Math.round(-span.fromMs + (copy * (span.fromMs - span.toMs)) / copies);
      await Promise.all(parts.map((part) => copyPart(part, shiftMs)));
      for (const statement of sql.MOVE_ENDS) await log.query(statement);
    }
    for (const statement of sql.MOVE_FOLLOWERS) await log.query(statement);
    await Promise.all([log.query(sql.TIDY_EVENTS), others.query(sql.TIDY_OTHERS)]);
    await log.query(sql.TIDY_REST);
    return countOf(log, sql.COUNT_EVENTS);
  });
}

async function prepare(database: Client): Promise<void> {
  const { rows } = await database.query<{ is_there: boolean }>("SELECT to_regnamespace('bench') IS NOT NULL AS is_there");
  if (rows[0]?.is_there) return;
  for (const statement of sql.PREPARE) await database.query(statement);
  const { rows: found } = await database.query<{ unlike: number }>(sql.COUNT_UNLIKE);
  if (found[0]?.unlike !== 0) throw new Error(`the log cannot be filled: ${found[0]?.unlike} rows are not those of captured payments`);
}

async function countOf(database: Client, text: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(text);
  return rows[0]?.count ?? 0;
}

/** Packs of texts as they are written for one copy, and the statement that stores them. */
interface PackedTexts {
  statement: string;
  bytes(shiftMs: number): Buffer[];
}

/** What is copied on one connection. */
interface CopyPart {
  database: Client;
  statements: readonly string[];
  texts: readonly PackedTexts[];
}

async function copyPart({ database, statements, texts }: CopyPart, shiftMs: number): Promise<void> {
  await database.query('BEGIN');
  for (const text of statements) await database.query({ text, values: [shiftMs] });
  for (const { statement, bytes } of texts) {
    const packs = bytes(shiftMs);
    let next = 1;
    const starts = packs.map(({ length }) => (next += length) - length);
    await database.query(statement, [Buffer.concat(packs), starts, packs.map(({ length }) => length), shiftMs]);
  }
  await database.query('COMMIT');
}

async function feedPacks(database: Client): Promise<PackedTexts> {
  const texts = await movableTexts(database, sql.READ_PACKS, sql.READ_PACK_NAMES);
  const compressed = (text: string): Buffer => zstdCompressSync(text, { params: FAST });
  return { statement: sql.COPY_PACKS, bytes: (shiftMs) => texts.map((text) => compressed(text.moved(shiftMs))) };
}

async function answerPacks(database: Client): Promise<PackedTexts> {
  const texts = await movableTexts(database, sql.READ_ANSWERS, sql.READ_ANSWER_NAMES);
  return { statement: sql.COPY_ANSWERS, bytes: (shiftMs) => texts.map((text) => Buffer.from(text.moved(shiftMs))) };
}

async function movableTexts(database: Client, packs: string, names: string): Promise<MovableText[]> {
  const { rows } = await database.query<PackRow>(packs);
  const named = Map.groupBy((await database.query<NameRow>(names)).rows, ({ pack }) => pack);
  return rows.map(({ pack, bodies }) => new MovableText(textOf(bodies), (named.get(pack) ?? []).flatMap(namesOf)));
}

function textOf(bodies: Buffer): string {
  return (bodies.subarray(0, MAGIC.length).equals(MAGIC) ? zstdDecompressSync(bodies) : bodies).toString();
}

function namesOf({ id, ms, event_id, event_ms, correlation_id }: NameRow): MovableName[] {
  const events = event_id === undefined ? [] : [wholeId(event_id, Number(event_ms))];
  const operations = correlation_id === undefined ? [] : [timedUuid(correlation_id)];
  return [sharedId(id, Number(ms)), ...events, ...operations];
}
