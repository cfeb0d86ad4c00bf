import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { formatSecretText, newSecret } from '../auth/secret-text';
import { createAdapter } from './objects/oauth-adapter';
import { completeAnswers } from './complete-answers';
import { oauthLibrary, type OAuthParts } from './oauth-parts';
import { providerConfiguration } from './provider-configuration';

/** The provider of OAuth 2.0, made with the first request: only then is it known where the server listens. */
export class OAuthProvider {
  private made: { provider: Provider; answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> } | undefined;

  constructor(readonly parts: OAuthParts) {}

  get provider(): Provider {
    return this.get().provider;
  }

  /** Answers a request that Fastify has let go of. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.get().answer(request, response);
  }

  private get(): NonNullable<OAuthProvider['made']> {
    if (this.made !== undefined) return this.made;
    const { Provider: Made } = oauthLibrary();
    const context = (): KoaContextWithOIDC | undefined => Made.ctx;
    const { parts } = this;
    const configuration: Configuration = { ...providerConfiguration(parts), adapter: createAdapter({ ...parts, context }) };
    const provider = new Made(parts.issuer(), configuration);
    // What stands in `x-forwarded-…` was written by us (mount-oauth.ts).
    provider.proxy = true;
    ownTexts(provider, parts);
    provider.on('server_error', (context, error) => {
      context.state.fault = error;
      parts.onFault(error);
    });
    provider.use(completeAnswers(parts));
    return (this.made = { provider, answer: provider.callback() });
  }
}

/** Tokens and secrets are made and compared by us; who brings something twice is found by one statement. */
function ownTexts(provider: Provider, { random, clients, objects, clock }: OAuthParts): void {
  const textOf = (prefix: string, livemode: unknown): string =>
    formatSecretText(prefix, { livemode: livemode === true, id: newSecret(random).slice(0, TOKEN_ID_LENGTH), secret: newSecret(random) });
  for (const [model, prefix] of [
    [provider.AccessToken, 'at'],
    [provider.ClientCredentials, 'at'],
    [provider.RefreshToken, 'rt'],
  ] as const) {
    (model.prototype as unknown as OwnToken).generateTokenId = function (this: OwnToken) {
      this.format = 'opaque';
      return textOf(prefix, this.client?.livemode);
    };
  }
  (provider.Client.prototype as unknown as OwnClient).compareClientSecret = function (this: OwnClient, text: string) {
    return clients.isSecret({ id: this.clientId, livemode: this.livemode === true }, text);
  };
  (provider as unknown as WithReplayDetection).ReplayDetection.unique = (issuer, id, expiresAtS) =>
    objects.isFirstUse(`${issuer} ${id}`, expiresAtS - clock.nowMs() / 1_000);
}

const TOKEN_ID_LENGTH = 24;

interface OwnToken {
  format: string;
  client?: { livemode?: unknown };
  generateTokenId(): string;
}

interface OwnClient {
  clientId: string;
  livemode?: unknown;
  compareClientSecret(text: string): Promise<boolean>;
}

interface WithReplayDetection {
  ReplayDetection: { unique(issuer: string, id: string, expiresAtS: number): Promise<boolean> };
}
