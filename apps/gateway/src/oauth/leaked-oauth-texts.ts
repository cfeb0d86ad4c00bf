import { ID_PREFIX, type Clock, type Random } from '#contracts';
import type { Accounts } from '../accounts/accounts';
import { CLIENT_SECRET_PREFIX } from '../apps/new-client-secret';
import { hintOf, parseSecretText } from '../auth/secret-text';
import type { ConnectionGrants } from './clients/connection-grants';
import type { OAuthClients } from './clients/oauth-clients.table';
import { endReusedGrant } from './objects/end-reused-grant';
import type { OAuthObjects } from './objects/oauth-objects.table';
import { ACCESS_TOKEN_PREFIX } from './tokens/token-authenticator';

export const LEAK_REPORTER = 'leak_report';

/** What ends texts of OAuth. */
export interface LeakedOAuthParts {
  objects: OAuthObjects;
  clients: OAuthClients;
  grants: ConnectionGrants;
  accounts: Pick<Accounts, 'appendAudit'>;
  clock: Clock;
  random: Random;
}

/** The account that a text opens, and the app that it is of. */
interface OpenedAccount {
  accountId: string;
  appId: string;
  livemode: boolean;
}

/** Ends tokens and client secrets whose text somebody has found. */
export class LeakedOAuthTexts {
  constructor(private readonly parts: LeakedOAuthParts) {}

  /**
   * Ends what this text opens: an access token alone, the connection of a refresh token, a client secret with the tokens that it gave.
   * The audit log has it before it is done, so that nothing ends of which the log says nothing.
   *
   * @returns whether the text opened something. @throws WriterUnavailableError; Error of the database.
   */
  async report(text: string): Promise<boolean> {
    if (parseSecretText(ACCESS_TOKEN_PREFIX, text)) {
      return (await this.endAccessToken('AccessToken', text)) || this.endAccessToken('ClientCredentials', text);
    }
    if (parseSecretText('rt', text)) return this.endConnection(text);
    const parts = parseSecretText(CLIENT_SECRET_PREFIX, text);
    return parts !== undefined && this.endSecret(`${ID_PREFIX.app}_${parts.id}`, text);
  }

  private async endAccessToken(kind: 'AccessToken' | 'ClientCredentials', text: string): Promise<boolean> {
    const { objects, clients, grants } = this.parts;
    const { grantId, clientId } = (await objects.find(kind, text))?.payload ?? {};
    if (typeof clientId !== 'string') return false;
    const opened = typeof grantId === 'string' ? await grants.find(grantId) : await clients.find(clientId);
    if (opened === undefined) return false;
    await this.audit('access_token', text, { ...opened, appId: clientId });
    await objects.delete(kind, text);
    return true;
  }

  private async endConnection(text: string): Promise<boolean> {
    const { objects, grants } = this.parts;
    const { grantId } = (await objects.find('RefreshToken', text))?.payload ?? {};
    const connection = typeof grantId === 'string' ? await grants.find(grantId) : undefined;
    if (connection === undefined) return false;
    await this.audit('refresh_token', text, connection);
    await endReusedGrant(this.parts, { grantId: connection.id, appId: connection.appId, refreshToken: text });
    return true;
  }

  private async endSecret(appId: string, text: string): Promise<boolean> {
    const { clients } = this.parts;
    const client = await clients.find(appId);
    if (client === undefined || !(await clients.isSecret(client, text))) return false;
    await this.audit('client_secret', text, { ...client, appId });
    await clients.endSecret(client, text);
    return true;
  }

  private async audit(field: string, text: string, { accountId, appId, livemode }: OpenedAccount): Promise<void> {
    const { accounts, clock, random } = this.parts;
    await accounts.appendAudit(accountId, {
      ...{ commandId: random.uuid(), livemode, atMs: clock.nowMs(), action: 'apps.report_leak' },
      actor: { type: 'system', id: LEAK_REPORTER, name: null },
      resource: { type: 'app', id: appId },
      ...{ outcome: 'done', code: null, address: null, requestId: null },
      changes: JSON.stringify({ [field]: [hintOf(text), null] }),
    });
  }
}
