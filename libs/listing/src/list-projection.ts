import type { ClientBase } from 'pg';
import { queryOn, SEPARATOR, type Snapshot, type Projection } from '#event-store';
import type { ListDefinition, ListRow } from './list-definition';
import { givenFilters, storable, Terms, textsOf } from './terms';

const CREATE = (table: string): string => `
  CREATE TABLE ${table} (
    account_id text NOT NULL,
    livemode boolean NOT NULL,
    created_at_ms bigint NOT NULL,
    id text NOT NULL,
    status text NOT NULL,
    amount bigint,
    currency text,
    payment_method text,
    customer_id text,
    reference_id text,
    metadata jsonb,
    filters jsonb,
    terms bigint[],
    PRIMARY KEY (account_id, livemode, created_at_ms, id)
  ) WITH (fillfactor = 90)`;

/** Indexes beside the primary key, which walks a list in its order. Each holds only rows that have something to find. */
const INDEXES = (table: string, { usualStatuses, money, operatorFilter, partnerFilter }: ListDefinition): string[] => [
  `CREATE INDEX ON ${table} (account_id, livemode, status, created_at_ms, id)
    WHERE ${usualStatuses.map((status) => `status <> ${quoted(status)}`).join(' AND ') || 'true'}`,
  `CREATE INDEX ON ${table} (account_id, livemode, customer_id, created_at_ms, id) WHERE customer_id IS NOT NULL`,
  `CREATE INDEX ON ${table} (account_id, livemode, reference_id, created_at_ms, id) WHERE reference_id IS NOT NULL`,
  `CREATE INDEX ON ${table} USING gin (terms) WHERE terms IS NOT NULL`,
  ...(money === undefined ? [] : MONEY_INDEXES(table, money)),
  ...(operatorFilter === undefined ? [] : [`CREATE INDEX ON ${table} (created_at_ms, id) WHERE filters ? ${quoted(operatorFilter)}`]),
  ...(partnerFilter === undefined
    ? []
    : [`CREATE INDEX ON ${table} ((filters ->> ${quoted(partnerFilter)})) WHERE filters ? ${quoted(partnerFilter)}`]),
];

const MONEY_INDEXES = (table: string, { usualCurrency, usualMethod }: NonNullable<ListDefinition['money']>): string[] => [
  `CREATE INDEX ON ${table} (account_id, livemode, amount) WHERE amount IS NOT NULL`,
  `CREATE INDEX ON ${table} (account_id, livemode, currency, created_at_ms, id) WHERE currency <> ${quoted(usualCurrency)}`,
  `CREATE INDEX ON ${table} (account_id, livemode, payment_method, created_at_ms, id) WHERE payment_method <> ${quoted(usualMethod)}`,
];

const quoted = (word: string): string => `'${word.replaceAll("'", "''")}'`;

const KEY = ['account_id', 'livemode', 'created_at_ms', 'id'] as const;
const CONTENT = {
  status: 'text',
  amount: 'bigint',
  currency: 'text',
  payment_method: 'text',
  customer_id: 'text',
  reference_id: 'text',
  metadata: 'jsonb',
  filters: 'jsonb',
  terms: 'bigint[]',
} as const;
const KEY_TYPES = ['text', 'boolean', 'bigint', 'text'] as const;
const CONTENT_COLUMNS = Object.keys(CONTENT) as (keyof typeof CONTENT)[];
const COLUMNS = [...KEY, ...CONTENT_COLUMNS];
const TYPES = [...KEY_TYPES, ...Object.values(CONTENT)];

/** Text columns travel as one string that the statement splits, as in the append: far cheaper than array literals. */
const split = (count: number): string =>
  Array.from({ length: count }, (_, index) => `string_to_array($${index + 1}, E'\\x1f', '')`).join(', ');

const WRITE = (table: string): string => `
  INSERT INTO ${table} AS t (${COLUMNS.join(', ')})
  SELECT ${COLUMNS.map((column, index) => `r.${column}::${TYPES[index]}`).join(', ')}
  FROM unnest(${split(COLUMNS.length)}) AS r (${COLUMNS.join(', ')})
  ON CONFLICT (${KEY.join(', ')}) DO UPDATE SET ${CONTENT_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
  WHERE (${CONTENT_COLUMNS.map((column) => `t.${column}`).join(', ')}) IS DISTINCT FROM (${CONTENT_COLUMNS.map((column) => `excluded.${column}`).join(', ')})`;

const REMOVE = (table: string): string => `
  DELETE FROM ${table} t USING unnest(${split(KEY.length)}) AS r (${KEY.join(', ')})
  WHERE ${KEY.map((column, index) => `t.${column} = r.${column}::${KEY_TYPES[index]}`).join(' AND ')}`;

/** The read model behind a list, for `store.startProjection`. */
export function listProjection(definition: ListDefinition): Projection {
  const { name, version, streamType } = definition;
  return {
    name,
    version,
    streamType,
    async create(client, table) {
      for (const statement of [CREATE(table), ...INDEXES(table, definition)]) await client.query(statement);
    },
    async apply(client, table, snapshots) {
      const listed: string[][] = [];
      const unlisted: string[][] = [];
      for (const snapshot of snapshots) {
        const row = definition.rowOf(snapshot);
        if (row === null) unlisted.push(keyOf(snapshot));
        else listed.push([...keyOf(snapshot), ...contentOf(snapshot, row)]);
      }
      await run(client, `write ${table}`, WRITE(table), listed);
      await run(client, `remove ${table}`, REMOVE(table), unlisted);
    },
  };
}

async function run(client: ClientBase, name: string, text: string, rows: readonly string[][]): Promise<void> {
  const width = rows[0]?.length;
  if (width === undefined) return;
  const values = Array.from({ length: width }, (_, column) => rows.map((row) => row[column]).join(SEPARATOR));
  await queryOn(client)({ name, text }, values);
}

function keyOf({ head }: Snapshot): string[] {
  return [head.accountId, String(head.livemode), String(head.createdAtMs), head.streamId];
}

/** In the order of CONTENT; empty text is null. */
function contentOf({ head }: Snapshot, row: ListRow): string[] {
  const terms = new Terms(head).of(row);
  const text = (value: string | null | undefined): string => (value ? storable(value) : '');
  return [
    text(row.status),
    row.amount === null || row.amount === undefined ? '' : String(row.amount),
    text(row.currency),
    text(row.paymentMethod),
    text(row.customerId),
    text(row.referenceId),
    jsonOf(textsOf(row.metadata)),
    jsonOf([...givenFilters(row.filters), ...instantsOf(row)]),
    terms.length === 0 ? '' : `{${terms.join(',')}}`,
  ];
}

/** Beside the filters, and in no term: they change often, and are compared and not looked up. */
function instantsOf({ instants = {} }: ListRow): [string, string][] {
  return Object.entries(instants).flatMap(([name, atMs]) => (atMs === null ? [] : [[name, String(atMs)] as [string, string]]));
}

function jsonOf(entries: readonly [string, string][]): string {
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries));
}
