import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InteractionResults } from 'oidc-provider';
import type { AddressDigests } from '../../auth/address-digests';
import { ApiError } from '../../http/api-error';
import { invalidRequest } from '../../http/invalid-request';
import type { OAuthClient } from '../clients/oauth-clients.table';
import { oauthLibrary } from '../oauth-parts';
import type { OAuthProvider } from '../oauth-provider';
import { renderConsentPage } from './consent-page';
import type { Consenter, ConsentingUser } from './consenter';
import { sendOAuthError } from './error-page';
import { PAGE_HEADERS } from './page-headers';

/** A request for a code that waits for somebody to consent. */
interface Waiting {
  uid: string;
  client: OAuthClient;
  scopes: readonly string[];
  redirectUri: string;
  accountHint: string | null;
  /** Whether it is asked again although nothing is new. */
  isAskedAlways: boolean;
}

/** What somebody decided. */
interface DecisionBody {
  account_id: string;
  decision: 'allow' | 'deny';
  scopes: string[];
}

const DENIED: InteractionResults = { error: 'access_denied', error_description: 'the request was denied' };

/** The page on which somebody lets an app act for an account, and what he decides there. */
export class Consents {
  constructor(
    private readonly oauth: OAuthProvider,
    private readonly consenter: Consenter,
    private readonly addresses: AddressDigests,
  ) {}

  /** GET /oauth/consent/{uid}: the page, also of what stands in the way, or on to the app when there is nothing to ask. */
  async show(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.ask(request, reply).catch((error: unknown) => sendOAuthError(reply, error));
  }

  private async ask(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const waiting = await this.waitingOf(request, reply);
    const user = await this.consenter.find(request, waiting.client.livemode);
    if (user === null) return sendTo(reply, this.consenter.signInPath(`/oauth/consent/${waiting.uid}`));
    const known = waiting.isAskedAlways ? null : await this.knownConsent(waiting, user);
    if (known !== null) return sendTo(reply, await this.finish(request, reply, known));
    const { uid, client, scopes, redirectUri, accountHint } = waiting;
    const { name: appName, isVerified, livemode } = client;
    const redirectHost = new URL(redirectUri).host;
    const page = renderConsentPage({ uid, appName, isVerified, livemode, redirectHost, scopes, user, accountHint });
    await reply.headers(PAGE_HEADERS).header('content-type', 'text/html; charset=utf-8').send(page);
  }

  /**
   * POST /oauth/consent/{uid}
   *
   * @throws ApiError resource_missing of a request that has expired; parameter_invalid; what `Consenter.admit` throws.
   */
  async decide(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const waiting = await this.waitingOf(request, reply);
    const user = await this.consenter.admit(request, waiting.client.livemode);
    const body = readDecision(request.body);
    const result = body.decision === 'deny' ? DENIED : await this.allowed(request, { waiting, user, body });
    await reply.send({ redirect_to: await this.finish(request, reply, result) });
  }

  private async allowed(
    request: FastifyRequest,
    { waiting, user, body }: { waiting: Waiting; user: ConsentingUser; body: DecisionBody },
  ): Promise<InteractionResults> {
    const { client, scopes: requested } = waiting;
    const account = user.accounts.find(({ id }) => id === body.account_id);
    if (account === undefined) throw invalid('account_id', 'must be an account of yours that may be connected.');
    const given = body.scopes;
    if (given.length === 0 || given.some((scope) => !requested.includes(scope))) {
      throw invalid('scopes', 'must be some of those that the app asks for.');
    }
    const tooMuch = given.find((scope) => !mayDo(account.scopes, scope));
    if (tooMuch !== undefined) return { error: 'invalid_scope', error_description: `the user may not give ${tooMuch}` };
    const grantId = await this.oauth.parts.grants.consent({
      ...{ accountId: account.id, appId: client.id, platformAccountId: client.accountId, livemode: client.livemode, userId: user.id },
      ...{ requested, given, address: this.addresses.of(account.id, request.ip), requestId: request.id },
    });
    return consented(account.id, grantId);
  }

  /** Somebody who consented before is not asked again, unless the app asks for more, or his role holds less. */
  private async knownConsent({ client, scopes, accountHint }: Waiting, user: ConsentingUser): Promise<InteractionResults | null> {
    const account = user.accounts.length === 1 ? user.accounts[0] : user.accounts.find(({ id }) => id === accountHint);
    if (account === undefined || scopes.some((scope) => !mayDo(account.scopes, scope))) return null;
    const connection = await this.oauth.parts.grants.findOf(account.id, client.id);
    if (connection === undefined || scopes.some((scope) => !connection.scopes.includes(scope))) return null;
    return consented(account.id, connection.id);
  }

  private finish({ raw }: FastifyRequest, reply: FastifyReply, result: InteractionResults): Promise<string> {
    return this.oauth.provider.interactionResult(raw, reply.raw, result, { mergeWithLastSubmission: false });
  }

  /** @throws ApiError resource_missing when it has expired, or was begun in another browser. */
  private async waitingOf(request: FastifyRequest, reply: FastifyReply): Promise<Waiting> {
    const { uid } = request.params as { uid: string };
    const found = await this.oauth.provider.interactionDetails(request.raw, reply.raw).catch(orNotThere);
    if (found === undefined || found.uid !== uid) throw expired();
    const { client_id: clientId, redirect_uri: redirectUri, scope, account, prompt } = found.params as Record<string, string | undefined>;
    const client = await this.oauth.parts.clients.find(clientId ?? '');
    if (client === undefined || redirectUri === undefined) throw expired();
    const isAskedAlways = (prompt ?? '').split(' ').includes('consent');
    return { uid, client, redirectUri, scopes: (scope ?? '').split(' '), accountHint: account ?? null, isAskedAlways };
  }
}

/** The library finds no such request; a database that is away is no answer. */
function orNotThere(error: unknown): undefined {
  if (error instanceof oauthLibrary().errors.SessionNotFound) return undefined;
  throw error;
}

function consented(accountId: string, grantId: string): InteractionResults {
  return { login: { accountId, remember: false }, consent: { grantId } };
}

/** Writing includes reading. */
function mayDo(scopes: readonly string[], scope: string): boolean {
  return scopes.includes(scope) || (scope.endsWith(':read') && scopes.includes(scope.replace(':read', ':write')));
}

function readDecision(body: unknown): DecisionBody {
  const { account_id: accountId, decision, scopes } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (decision !== 'allow' && decision !== 'deny') throw invalid('decision', 'must be one of allow, deny.');
  if (decision === 'deny') return { account_id: '', decision, scopes: [] };
  if (typeof accountId !== 'string') throw invalid('account_id', 'must be a string.');
  if (!Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string'))
    throw invalid('scopes', 'must be an array of strings.');
  return { account_id: accountId, decision, scopes: [...new Set(scopes)] };
}

function invalid(param: string, message: string): ApiError {
  return invalidRequest([{ param, code: 'parameter_invalid', message }]);
}

function expired(): ApiError {
  const message = 'The request of the app has expired, or was begun in another browser.';
  return new ApiError('resource_missing', { message, hint: 'Go back to the app and begin again.' });
}

function sendTo(reply: FastifyReply, location: string): void {
  void reply.code(303).header('location', location).send('');
}
