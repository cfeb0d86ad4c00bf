/** Who asks for tokens, and where. */
export interface OauthClient {
  url: string;
  clientId: string;
  clientSecret: string;
  scope?: string | undefined;
}

const ANSWER_MS = 5_000;
/** A token is used for this share of its life, so that it is never refused for being old on its way. */
const USED_SHARE = 0.8;
/** Of a token that does not say how long it lives, in seconds. */
const LIFE_SECONDS = 60;

/**
 * Access tokens by client credentials (RFC 6749, 4.4). One is kept until it is nearly over; those who ask at once share a
 * request. Errors name the status, never what was sent.
 */
export function oauthTokens(client: OauthClient): () => Promise<string> {
  let current: { token: string; usedUntilMs: number } | undefined;
  let asking: Promise<string> | undefined;
  const ask = async (): Promise<string> => {
    const { access_token: token, expires_in: seconds = LIFE_SECONDS } = await requestToken(client);
    current = { token, usedUntilMs: performance.now() + seconds * 1000 * USED_SHARE };
    return token;
  };
  return () => {
    if (current !== undefined && performance.now() < current.usedUntilMs) return Promise.resolve(current.token);
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

async function requestToken({ url, clientId, clientSecret, scope }: OauthClient): Promise<{ access_token: string; expires_in?: number }> {
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}`, accept: 'application/json' },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!answer.ok) throw new Error(`the token endpoint of Kafka's login answers ${answer.status}`);
  const body = (await answer.json()) as { access_token?: unknown; expires_in?: number };
  if (typeof body.access_token !== 'string') throw new Error("the token endpoint of Kafka's login answers without a token");
  return { access_token: body.access_token, expires_in: body.expires_in };
}
