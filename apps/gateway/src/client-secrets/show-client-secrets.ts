import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CLIENT_SECRET_PREFIXES } from '#contracts';
import type { Caller } from '../auth/authenticator';
import { refusalFor, type Scope } from '../auth/scopes';
import type { ClientSecrets } from './client-secret';

const OBJECT_ID = String.raw`((?:${CLIENT_SECRET_PREFIXES.join('|')})_[0-9A-Za-z]{24})`;

/**
 * Every payment, invoice, mandate, subscription and verification in a body: its id with its kind, which come first, then the places where
 * its secret belongs. The status of a payment follows its mode. Inside a JSON string the quotes would be escaped, so that a text of a merchant can never match. Metadata, the one
 * object whose names a merchant chooses, is passed over as a whole.
 */
const PLACES = new RegExp(
  [
    String.raw`"metadata":\{(?:"[^"\\]*(?:\\.[^"\\]*)*":"[^"\\]*(?:\\.[^"\\]*)*",?)*\}`,
    String.raw`"id":"${OBJECT_ID}","object":"(?:payment"(?:,"livemode":(?:true|false),"status":"expired")?|(?:invoice|mandate|subscription|kyc\.verification)")`,
    '"client_secret":null',
    String.raw`("(?:checkout_url|hosted_url|short_url|url)":"[^"\\?]{1,2000}\/(?:checkout|invoice|authorize|sandbox\/pay|sandbox\/kyc)\/)${OBJECT_ID}"`,
  ].join('|'),
  'g',
);

const NO_SECRET = '"client_secret":null';
/** Where one of them is, there may be a place for a secret. */
const HOLDS = [NO_SECRET, '/sandbox/kyc/', '/invoice/', '/authorize/'];

/**
 * Routes that show events, which are the same to the byte wherever they are read, and requests of the past. Neither these nor webhooks
 * ever carry a secret.
 */
const KEPT_ROUTES = /^\/v1\/(?:events|request_logs)(?:\/|$)|\/events$/;

/** Whether the answer shows what is kept, which the gateway adds nothing to. */
export function showsWhatIsKept({ routeOptions }: FastifyRequest): boolean {
  return KEPT_ROUTES.test(routeOptions.url ?? '');
}

/**
 * The gateway alone knows client secrets: it writes them into what it answers to the merchant, also into the addresses of
 * the pages they open. Events and webhooks never carry them.
 */
export function installClientSecrets(fastify: FastifyInstance, secrets: ClientSecrets): void {
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    const { caller } = request;
    const mayHold = typeof payload === 'string' && HOLDS.some((part) => payload.includes(part));
    if (!mayHold || caller === null || showsWhatIsKept(request)) return done(null, payload);
    done(null, withClientSecrets(payload, secrets, caller));
  });
}

/** Whom an answer is for. */
type SecretReader = Pick<Caller, 'accountId' | 'livemode'> & Partial<Pick<Caller, 'kind' | 'scopes'>>;

/** The scope that acts on what a secret opens, by the prefix of its id. */
const WRITE_SCOPES: Readonly<Record<string, Scope>> = {
  pay: 'payments:write',
  inv: 'invoices:write',
  mandate: 'mandates:write',
  sub: 'subscriptions:write',
  kyc: 'kyc:write',
};

/** A secret confirms and agrees: who may only read an object does not see it. A page that holds a publishable key holds the secret as well. */
function maySeeSecret(objectId: string, { kind = 'secret', scopes = [] }: SecretReader): boolean {
  const scope = WRITE_SCOPES[objectId.slice(0, objectId.indexOf('_'))];
  return kind === 'publishable' || (scope !== undefined && refusalFor(kind, scopes, scope) === null);
}

/** The body with the secret of each object in it that its reader may write. */
export function withClientSecrets(body: string, secrets: ClientSecrets, reader: SecretReader): string {
  const { accountId, livemode } = reader;
  const secretOf = (objectId: string): string => secrets.of({ objectId, accountId, livemode });
  let current: string | undefined;
  return body.replace(PLACES, (match: string, id?: string, address?: string, addressed?: string) => {
    if (id !== undefined) {
      // An expired payment cannot be paid any more, so its secret opens nothing.
      current = match.endsWith('"expired"') ? undefined : id;
      return match;
    }
    if (current === undefined) return match;
    if (!maySeeSecret(addressed ?? current, reader)) return withoutAddress(match, address);
    if (match === NO_SECRET) return `"client_secret":"${secretOf(current)}"`;
    if (address === undefined || addressed === undefined || !leadsTo(addressed, current)) return match;
    return `${address}${addressed}?client_secret=${secretOf(addressed)}"`;
  });
}

/** A page that opens for nobody without its secret has no address; one among the next actions keeps it, without the secret. */
function withoutAddress(match: string, address: string | undefined): string {
  const name = address?.slice(0, address.indexOf(':'));
  return name === undefined || name === '"url"' ? match : `${name}:null`;
}

/** Whether an address in an object leads to a page of its own: that of a subscription leads to the bank page of its mandate as well. */
function leadsTo(addressed: string, current: string): boolean {
  return addressed === current || (current.startsWith('sub_') && addressed.startsWith('mandate_'));
}
