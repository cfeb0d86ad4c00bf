import { shardOfId } from '#contracts';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { GRANTER_COLUMNS, GRANTER_JOINS, ownGrantOf, type GranterRow, type OwnGrant } from '../../accounts/app/granter';
import type { AppState, KnownApp } from '../../accounts/app/state';
import { parseSecretText } from '../../auth/secret-text';
import type { Pepper } from '../../auth/pepper';
import { CLIENT_SECRET_PREFIX } from '../../apps/new-client-secret';

/** An app that may ask for tokens. */
export interface OAuthClient extends KnownApp {
  id: string;
  /** Who owns it. */
  accountId: string;
  livemode: boolean;
  /** What it may do for that account by client credentials; null: nothing any more. */
  ownGrant: OwnGrant | null;
}

interface Row extends GranterRow {
  account_id: string;
  livemode: boolean;
  state: AppState;
}

const FIND = `
  SELECT app.account_id, app.livemode, app.state, ${GRANTER_COLUMNS} FROM accounts.streams app
  JOIN accounts.streams owner ON owner.shard = app.shard AND owner.stream_id = app.account_id AND owner.status = 'active'${GRANTER_JOINS}
  WHERE app.shard = $1 AND app.stream_id = $2 AND app.stream_type = 'app' AND app.status = 'active'`;
const SECRETS = `
  SELECT digest, pepper_version FROM accounts.secrets WHERE owner_id = $1 AND (ends_at IS NULL OR ends_at > clock_timestamp())`;

/** One statement: no token that the secret gave outlives it because of a crash. */
const END_SECRET = `
  WITH ended AS (DELETE FROM accounts.secrets WHERE owner_id = $1 AND digest = ANY ($2::bytea[]))
  DELETE FROM gateway.oauth_objects WHERE client_id = $1 AND kind = 'ClientCredentials'`;

/** Reads OAuth clients where they are decided. */
export class OAuthClients {
  constructor(
    private readonly ask: AskRows,
    private readonly pepper: Pepper,
  ) {}

  /** @returns undefined for an app that is disabled or deleted, or whose account is suspended or closed. */
  async find(id: string): Promise<OAuthClient | undefined> {
    const shard = shardOfId('app', id);
    if (shard === undefined) return undefined;
    const [row] = await this.ask<Row>(FIND, [shard, id]);
    if (row === undefined || row.state.status === 'none') return undefined;
    const { status: _status, ...known } = row.state;
    const { account_id: accountId, livemode } = row;
    return { ...known, id, accountId, livemode, ownGrant: ownGrantOf(livemode, row) };
  }

  /** Whether this is a secret of the app: the newest, or the one before it while its overlap lasts. */
  async isSecret(client: Pick<OAuthClient, 'id' | 'livemode'>, text: string): Promise<boolean> {
    return (await this.digestsOf(client, text)).length > 0;
  }

  /** Ends a secret of the app, and the tokens by client credentials. The other secret of the app stays. */
  async endSecret(client: Pick<OAuthClient, 'id' | 'livemode'>, text: string): Promise<void> {
    await this.ask(END_SECRET, [client.id, await this.digestsOf(client, text)]);
  }

  private async digestsOf({ id, livemode }: Pick<OAuthClient, 'id' | 'livemode'>, text: string): Promise<Buffer[]> {
    const parts = parseSecretText(CLIENT_SECRET_PREFIX, text);
    if (parts === undefined || parts.livemode !== livemode || !id.endsWith(`_${parts.id}`)) return [];
    const rows = await this.ask<{ digest: Buffer; pepper_version: number }>(SECRETS, [id]);
    // Each is compared: how many there are, and which it is, takes the same time.
    const own = rows.filter(({ digest, pepper_version: version }) => this.pepper.matches(parts.secret, digest, version));
    return own.map(({ digest }) => digest);
  }
}
