import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import type { Random } from '#contracts';
import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** An object as it is kept. */
export interface KeptObject {
  payload: Record<string, unknown>;
  /** Milliseconds since the epoch; null: not yet. */
  consumedAtMs: number | null;
}

/** What is kept of an object beside its payload. */
export interface ObjectParts {
  grantId: string | null;
  clientId: string | null;
  /** Seconds until it expires. */
  lifetimeS: number;
  /** How long after it was consumed it may be brought again, in seconds. */
  leewayS: number;
  /** The text of the code that it is made for: nothing is made for one that was brought twice. */
  code: string | null;
}

interface Row {
  payload: Buffer;
  consumed_at_ms: number | null;
}

const FIND = `
  SELECT payload, CASE WHEN consumed_at > clock_timestamp() - leeway_seconds * interval '1 second' THEN NULL
    ELSE (extract(epoch FROM consumed_at) * 1000)::float8 END AS consumed_at_ms
  FROM gateway.oauth_objects WHERE digest = $1 AND expires_at > clock_timestamp()`;
const SAVE = `
  INSERT INTO gateway.oauth_objects (digest, kind, payload, grant_id, client_id, expires_at, leeway_seconds)
  VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 second', $7)
  ON CONFLICT (digest) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at RETURNING 1 AS one`;
/** The code is held meanwhile: whoever brings it a second time waits for this, and then ends what was made. */
const SAVE_FOR_CODE = `
  WITH code AS (SELECT 1 FROM gateway.oauth_objects WHERE digest = $8 AND NOT is_reused FOR SHARE)
  INSERT INTO gateway.oauth_objects (digest, kind, payload, grant_id, client_id, expires_at, leeway_seconds)
  SELECT $1, $2, $3::bytea, $4, $5, clock_timestamp() + $6 * interval '1 second', $7 FROM code RETURNING 1 AS one`;
/** A SELECT around each UPDATE: of an UPDATE alone the driver answers more than its rows. */
const CONSUME = `
  WITH consumed AS (UPDATE gateway.oauth_objects SET consumed_at = coalesce(consumed_at, clock_timestamp())
    WHERE digest = $1 AND (consumed_at IS NULL OR consumed_at > clock_timestamp() - leeway_seconds * interval '1 second') RETURNING 1 AS one)
  SELECT one FROM consumed`;
const REUSED = `
  WITH reused AS (UPDATE gateway.oauth_objects SET is_reused = true WHERE digest = $1 RETURNING grant_id) SELECT grant_id FROM reused`;
const DELETE = 'DELETE FROM gateway.oauth_objects WHERE digest = $1';
/** What was brought twice stays: it shows that the connection is to be ended. */
const DELETE_OF_GRANT = 'DELETE FROM gateway.oauth_objects WHERE grant_id = $1 AND kind = $2 AND NOT is_reused';

const FIRST_USE = `
  INSERT INTO gateway.oauth_objects (digest, kind, payload, expires_at) VALUES ($1, 'Used', '', clock_timestamp() + $2 * interval '1 second')
  ON CONFLICT (digest) DO NOTHING RETURNING 1 AS one`;
const DELETE_EXPIRED = `
  DELETE FROM gateway.oauth_objects WHERE digest IN
    (SELECT digest FROM gateway.oauth_objects WHERE expires_at < clock_timestamp() - interval '1 day' LIMIT $1)`;

/** Objects of OAuth by the texts that their holders have. */
export class OAuthObjects {
  constructor(
    private readonly ask: AskRows,
    private readonly random: Random,
  ) {}

  /** @returns undefined when there is none, or it has expired. */
  async find(kind: string, text: string): Promise<KeptObject | undefined> {
    const [row] = await this.ask<Row>(FIND, [digestOf(kind, text)]);
    return row && { payload: unsealed(row.payload, kind, text), consumedAtMs: row.consumed_at_ms };
  }

  /** @returns false when the code that it is made for was brought twice. */
  async save(kind: string, text: string, payload: object, { grantId, clientId, lifetimeS, leewayS, code }: ObjectParts): Promise<boolean> {
    const values = [digestOf(kind, text), kind, sealed(payload, keyOf(kind, text), this.random), grantId, clientId, lifetimeS, leewayS];
    const rows =
      code === null ? await this.ask(SAVE, values) : await this.ask(SAVE_FOR_CODE, [...values, digestOf('AuthorizationCode', code)]);
    return rows.length > 0;
  }

  /** One statement decides who is the first, whichever gateways are asked. @returns false when it was consumed before. */
  async consume(kind: string, text: string): Promise<boolean> {
    return (await this.ask(CONSUME, [digestOf(kind, text)])).length > 0;
  }

  /** A text was brought twice: nothing more is made for a code. @returns the connection that it is of. */
  async markReused(kind: 'AuthorizationCode' | 'RefreshToken', text: string): Promise<string | null> {
    const [row] = await this.ask<{ grant_id: string | null }>(REUSED, [digestOf(kind, text)]);
    return row?.grant_id ?? null;
  }

  async delete(kind: string, text: string): Promise<void> {
    await this.ask(DELETE, [digestOf(kind, text)]);
  }

  async deleteOfGrant(kind: string, grantId: string): Promise<void> {
    await this.ask(DELETE_OF_GRANT, [grantId, kind]);
  }

  /** Whether this text is brought for the first time, among all gateways. @param lifetimeS how long that is remembered, in seconds. */
  async isFirstUse(text: string, lifetimeS: number): Promise<boolean> {
    return (await this.ask(FIRST_USE, [digestOf('Used', text), Math.max(1, Math.ceil(lifetimeS))])).length > 0;
  }

  /** Takes away what has expired a day ago: until then who brings a token is answered that it has expired. @param most rows, at most. */
  async deleteExpired(most: number): Promise<void> {
    await this.ask(DELETE_EXPIRED, [most]);
  }
}

/** Texts have at least 126 random bits: a plain digest gives nothing away. */
export function digestOf(kind: string, text: string): Buffer {
  return hash('sha256', `${kind} ${text}`, 'buffer');
}

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const CIPHER = 'aes-256-gcm';

/** The text is the key: the payload, which has cookies, addresses and states in it, can be read with it alone. */
function keyOf(kind: string, text: string): Buffer {
  return hash('sha256', `payload of ${kind} ${text}`, 'buffer');
}

function sealed(payload: object, key: Buffer, random: Random): Buffer {
  const nonce = random.bytes(NONCE_LENGTH);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const body = Buffer.concat([cipher.update(JSON.stringify(payload), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** What is kept under a text, as the authenticator reads it. @throws Error when it was sealed under another one. */
export function unsealed(bytes: Buffer, kind: string, text: string): Record<string, unknown> {
  const decipher = createDecipheriv(CIPHER, keyOf(kind, text), bytes.subarray(0, NONCE_LENGTH));
  decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
  const clear = Buffer.concat([decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH)), decipher.final()]);
  return JSON.parse(clear.toString('utf8')) as Record<string, unknown>;
}
