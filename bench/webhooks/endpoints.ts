import type pg from 'pg';
import { shardOfAccount } from '#contracts';
import type { PersonalData } from '#personal-data';

/** An endpoint of an account of its own. */
export interface BenchEndpoint {
  id: string;
  accountId: string;
  shard: number;
  /** Of its URL: what the ledger of the receiver names it by. */
  path: string;
  isOrdered: boolean;
}

/** Which endpoints a bench wants. */
export interface EndpointPlan {
  count: number;
  /** Their paths are below `/dead`: the first so many. */
  dead?: number;
  /** Keep the order of a resource: every second one. */
  hasOrdered?: boolean;
  timeoutMs?: number;
  /** Their accounts are spread over so many shards; the fan-out takes the events of one shard in one transaction. */
  shards?: number;
}

interface Ground extends EndpointPlan {
  origin: string;
  personalData: PersonalData;
  secret: Buffer;
}

/** Puts endpoints into the store as their creation leaves them. */
export async function layEndpoints(sql: pg.Pool, ground: Ground): Promise<BenchEndpoint[]> {
  const accounts = accountsOf(ground.count, ground.shards ?? 64);
  const endpoints = accounts.map((accountId, index): BenchEndpoint => {
    const shard = shardOfAccount(accountId);
    const id = `we_0VB3xQ9k${String(shard).padStart(2, '0')}${String(index).padStart(14, '0')}`;
    const isDead = index < (ground.dead ?? 0);
    return {
      id,
      accountId,
      shard,
      path: isDead ? `/dead/${index}` : `/${index}`,
      isOrdered: ground.hasOrdered === true && index % 2 === 1,
    };
  });
  const states: string[] = [];
  for (const endpoint of endpoints) states.push(await stateOf(endpoint, ground));
  await sql.query(
    `INSERT INTO webhooks.streams (shard, stream_id, stream_type, account_id, livemode, version, sequence, last_position, status, state, state_schema, created_at, updated_at)
     SELECT shard, id, 'webhook_endpoint', account, false, 1, 1, n, 'enabled', state::json, 1, 0, 0
     FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS e (shard, id, account, state, n)`,
    [endpoints.map(({ shard }) => shard), endpoints.map(({ id }) => id), endpoints.map(({ accountId }) => accountId), states],
  );
  await sql.query(
    `INSERT INTO webhooks.endpoint_queues (endpoint_id, shard, account_id, livemode, endpoint_version, cap)
     SELECT stream_id, shard, account_id, livemode, 1, 16 FROM webhooks.streams WHERE stream_type = 'webhook_endpoint'`,
  );
  return endpoints;
}

/** Accounts whose shards are the first so many. */
function accountsOf(count: number, shards: number): string[] {
  const accounts: string[] = [];
  for (let number = 1; accounts.length < count; number++) {
    const account = `acct_${String(number).padStart(24, '0')}`;
    if (shardOfAccount(account) < shards) accounts.push(account);
  }
  return accounts;
}

async function stateOf(
  { id, accountId, path, isOrdered }: BenchEndpoint,
  { origin, personalData, secret, timeoutMs }: Ground,
): Promise<string> {
  const sealed = await personalData.seal({ id, accountId }, `whsec_${secret.toString('base64')}`);
  return JSON.stringify({
    status: 'enabled',
    enabledEvents: ['*'],
    reenabled: null,
    secrets: [{ alg: 'v1', sealed, publicKey: null, fingerprint: '0123456789abcdef', createdAtMs: 0, expiresAtMs: null }],
    url: `${origin}${path}`,
    maxInFlight: 16,
    ratePerSecond: null,
    burst: null,
    timeoutMs: timeoutMs ?? 15_000,
    signing: 'v1',
    headers: {},
    ordering: isOrdered ? 'resource' : 'none',
  });
}
