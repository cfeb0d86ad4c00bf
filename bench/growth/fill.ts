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

/** Works on the Postgres of a data folder whose Hundi is stopped. */
export async function withStoppedHundi<TResult>(dataDir: string, work: (database: Client) => Promise<TResult>): Promise<TResult> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), durable: true });
  const database = new Client({ connectionString: postgres.url, application_name: 'bench fill' });
  try {
    await database.connect();
    return await work(database);
  } finally {
    await database.end();
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
  return withStoppedHundi(dataDir, async (database) => {
    if ((await countBehind(database)) > 0) throw new Error('the log cannot be filled: a follower is behind its end');
    await database.query('SET synchronous_commit = off');
    await prepare(database);
    for (const statement of sql.READ_ENDS) await database.query(statement);
    const stored = await countEvents(database);
    const copies = Math.max(0, Math.ceil((events - stored) / (await countOriginals(database))));
    const texts = copies > 0 ? [await feedPacks(database), await answerPacks(database)] : [];
    const stepMs = (span.fromMs - span.toMs) / copies;
    for (let copy = 0; copy < copies; copy++) await copyOnce(database, texts, Math.round(-span.fromMs + copy * stepMs));
    for (const statement of [...sql.MOVE_FOLLOWERS, ...sql.FINISH]) await database.query(statement);
    return countEvents(database);
  });
}

async function prepare(database: Client): Promise<void> {
  const { rows } = await database.query<{ is_there: boolean }>("SELECT to_regnamespace('bench') IS NOT NULL AS is_there");
  if (rows[0]?.is_there) return;
  for (const statement of sql.PREPARE) await database.query(statement);
  const { rows: found } = await database.query<{ unlike: number }>(sql.COUNT_UNLIKE);
  if (found[0]?.unlike !== 0) throw new Error(`the log cannot be filled: ${found[0]?.unlike} rows are not those of captured payments`);
}

async function countEvents(database: Client): Promise<number> {
  return countOf(database, 'SELECT count(*)::int AS count FROM payments.events');
}

async function countOriginals(database: Client): Promise<number> {
  return countOf(database, 'SELECT count(*)::int AS count FROM bench.events');
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

async function copyOnce(database: Client, packed: readonly PackedTexts[], shiftMs: number): Promise<void> {
  await database.query('BEGIN');
  for (const text of sql.COPY) await database.query({ text, values: [shiftMs] });
  for (const { statement, bytes } of packed) {
    const packs = bytes(shiftMs);
    let next = 1;
    const starts = packs.map(({ length }) => (next += length) - length);
    await database.query(statement, [Buffer.concat(packs), starts, packs.map(({ length }) => length), shiftMs]);
  }
  for (const statement of sql.MOVE_ENDS) await database.query(statement);
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
