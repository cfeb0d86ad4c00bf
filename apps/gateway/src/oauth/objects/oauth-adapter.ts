import type { Adapter, AdapterPayload, KoaContextWithOIDC } from 'oidc-provider';
import type { Clock } from '#contracts';
import { parseSecretText } from '../../auth/secret-text';
import { clientMetadata } from '../clients/client-metadata';
import type { ConnectionGrants } from '../clients/connection-grants';
import type { OAuthClients } from '../clients/oauth-clients.table';
import { oauthLibrary, type OAuthParts } from '../oauth-parts';
import { endReusedGrant } from './end-reused-grant';
import type { OAuthObjects } from './oauth-objects.table';

/** Where the library keeps and finds what. */
export interface AdapterParts extends Pick<OAuthParts, 'auditToken' | 'origins'> {
  objects: OAuthObjects;
  clients: OAuthClients;
  grants: ConnectionGrants;
  issuer: () => string;
  clock: Clock;
  /** The request that is being answered. */
  context: () => KoaContextWithOIDC | undefined;
}

/** How long a refresh token of an app that proves who it is may be brought again: the answer may have been lost on its way. */
const REFRESH_LEEWAY_S = 10;
/** Tokens whose text has a checksum. */
const PREFIX_OF: Readonly<Record<string, string>> = { AccessToken: 'at', ClientCredentials: 'at', RefreshToken: 'rt' };
/** Kept for as long as the library likes: it lives in the log of accounts. */
const GRANT_LIFETIME_S = 86_400;

/** The adapter of one model of the library. */
export function createAdapter(parts: AdapterParts): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client') return new ClientAdapter(parts);
    return model === 'Grant' ? new GrantAdapter(parts) : new ObjectAdapter(model, parts);
  };
}

/** What no model of ours asks. */
abstract class NarrowAdapter implements Adapter {
  abstract find(id: string): Promise<AdapterPayload | undefined>;

  async upsert(): Promise<undefined> {
    return undefined;
  }

  async consume(): Promise<undefined> {
    return undefined;
  }

  async destroy(_id: string): Promise<undefined> {
    return undefined;
  }

  async revokeByGrantId(_grantId: string): Promise<undefined> {
    return undefined;
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
}

/** Apps are made by the API alone. */
class ClientAdapter extends NarrowAdapter {
  constructor(private readonly parts: AdapterParts) {
    super();
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const client = await this.parts.clients.find(id);
    return client && clientMetadata(client);
  }
}

/** A grant is a connection, and is made by consent alone. */
class GrantAdapter extends NarrowAdapter {
  constructor(private readonly parts: AdapterParts) {
    super();
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const connection = await this.parts.grants.find(id);
    if (connection === undefined) return undefined;
    const { accountId, appId: clientId, scopes } = connection;
    const iat = Math.trunc(this.parts.clock.nowMs() / 1_000);
    const resources = { [this.parts.issuer()]: scopes.join(' ') };
    return { jti: id, kind: 'Grant', accountId, clientId, resources, iat, exp: iat + GRANT_LIFETIME_S };
  }

  /** The library ends a grant when the app gives its refresh token back, and when somebody has used one twice. */
  override async destroy(id: string): Promise<undefined> {
    const { oidc } = this.parts.context() ?? {};
    if (oidc?.route === 'revocation') await this.parts.grants.revoke(id, 'app', oidc.client?.clientId ?? '');
    else await endAfterReuse(this.parts, id);
    return undefined;
  }
}

/** The request that is being answered brought a refresh token twice. */
async function endAfterReuse(parts: AdapterParts, grantId: string): Promise<void> {
  const { oidc } = parts.context() ?? {};
  const { refresh_token: text } = oidc?.params ?? {};
  const refreshToken = typeof text === 'string' ? text : undefined;
  await endReusedGrant(parts, { grantId, appId: oidc?.client?.clientId ?? '', refreshToken });
}

/** What the library keeps of an app. */
interface OwnFields {
  clientName?: string;
  livemode: boolean;
  owner_account_id: string;
}

/** Codes, tokens and requests under way. */
class ObjectAdapter extends NarrowAdapter {
  constructor(
    private readonly model: string,
    private readonly parts: AdapterParts,
  ) {
    super();
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const prefix = PREFIX_OF[this.model];
    if (prefix !== undefined && parseSecretText(prefix, id) === undefined) return undefined;
    const kept = await this.parts.objects.find(this.model, id);
    if (kept === undefined) return undefined;
    const consumed = kept.consumedAtMs === null ? {} : { consumed: Math.trunc(kept.consumedAtMs / 1_000) };
    return { ...kept.payload, jti: id, ...consumed };
  }

  override async upsert(id?: string, payload?: AdapterPayload, lifetimeS?: number): Promise<undefined> {
    if (id === undefined || payload === undefined) return undefined;
    const { jti: _text, ...kept } = payload;
    if (this.model === 'ClientCredentials') await this.audit(payload);
    const isSaved = await this.parts.objects.save(this.model, id, kept, {
      grantId: payload.grantId ?? null,
      clientId: payload.clientId ?? null,
      lifetimeS: lifetimeS ?? 0,
      leewayS: this.leewayS(),
      code: this.codeOf(),
    });
    if (!isSaved) throw new (oauthLibrary().errors.InvalidGrant)('authorization code already consumed');
    return undefined;
  }

  /** One of several that are brought at once is the first; the others have brought it twice. */
  override async consume(id?: string): Promise<undefined> {
    if (id === undefined || (await this.parts.objects.consume(this.model, id))) return undefined;
    if (this.model === 'AuthorizationCode') await this.endOfCode(id);
    if (this.model === 'RefreshToken') await this.endOfFamily();
    throw new (oauthLibrary().errors.InvalidGrant)(`${this.model} already consumed`);
  }

  override async destroy(id: string): Promise<undefined> {
    await this.parts.objects.delete(this.model, id);
    return undefined;
  }

  /** An access token that an app gives back ends alone; a refresh token ends with all of its connection. */
  override async revokeByGrantId(grantId: string): Promise<undefined> {
    const entities = this.parts.context()?.oidc.entities;
    const isAccessTokenAlone = this.parts.context()?.oidc.route === 'revocation' && entities?.RefreshToken === undefined;
    if (isAccessTokenAlone) return undefined;
    const { code } = this.parts.context()?.oidc.params ?? {};
    if (this.model === 'AuthorizationCode' && typeof code === 'string') await this.parts.objects.markReused('AuthorizationCode', code);
    // What is left of codes shows who brings one twice.
    else await this.parts.objects.deleteOfGrant(this.model, grantId);
    return undefined;
  }

  private async endOfCode(code: string): Promise<void> {
    const grantId = await this.parts.objects.markReused('AuthorizationCode', code);
    if (grantId === null) return;
    for (const kind of ['AccessToken', 'RefreshToken']) await this.parts.objects.deleteOfGrant(kind, grantId);
  }

  private async endOfFamily(): Promise<void> {
    const grantId = this.parts.context()?.oidc.entities.Grant?.jti;
    if (grantId !== undefined) await endAfterReuse(this.parts, grantId);
  }

  /** Before the token is kept: none works of which the log says nothing. */
  private async audit({ clientId: appId = '', scope = '' }: AdapterPayload): Promise<void> {
    const { auditToken, origins, context } = this.parts;
    const { oidc, req } = context() ?? {};
    const { clientName = null, livemode, owner_account_id: accountId } = (oidc?.client ?? {}) as unknown as OwnFields;
    const about = { appId, appName: clientName, accountId, livemode, scopes: scope.split(' ').filter((word) => word !== '') };
    await auditToken({ ...about, origin: (req && origins.get(req)) ?? null });
  }

  private leewayS(): number {
    const isConfidential = this.parts.context()?.oidc.client?.tokenEndpointAuthMethod !== 'none';
    return this.model === 'RefreshToken' && isConfidential ? REFRESH_LEEWAY_S : 0;
  }

  private codeOf(): string | null {
    const params = this.parts.context()?.oidc.params;
    const isOfCode = this.parts.context()?.oidc.route === 'token' && params?.grant_type === 'authorization_code';
    return isOfCode && PREFIX_OF[this.model] !== undefined && typeof params.code === 'string' ? params.code : null;
  }
}
