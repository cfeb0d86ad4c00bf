import { newId, shardOfAccount, type Command, type Reply } from '#contracts';
import type { Scope } from '../src/auth/scopes';
import { accepted, startGatewayUnderTest, type GatewayUnderTest } from './gateway-under-test';
import { newTestClock } from './new-test-clock';
import { USUAL_TAX_SETTINGS_SHOWN } from './usual-tax-settings';

/** What a route is about, by the beginning of its path; the most particular first. */
const SUBJECTS: readonly [string, string][] = [
  ['/v1/payments/{id}/refunds', 'refunds'],
  ['/v1/payments', 'payments'],
  ['/v1/payment_methods', 'payments'],
  ['/v1/test_helpers/payments', 'payments'],
  ['/v1/refunds', 'refunds'],
  ['/v1/test_helpers/clocks', 'payments'],
  ['/v1/test_helpers/refunds', 'refunds'],
  ['/v1/customers/{id}/balance_transactions', 'invoices'],
  ['/v1/customers', 'customers'],
  ['/v1/plans', 'subscriptions'],
  ['/v1/subscriptions/{id}/invoices', 'invoices'],
  ['/v1/subscriptions', 'subscriptions'],
  ['/v1/test_helpers/subscriptions', 'subscriptions'],
  ['/v1/mandates', 'mandates'],
  ['/v1/test_helpers/mandates', 'mandates'],
  ['/v1/debits', 'mandates'],
  ['/v1/test_helpers/debits', 'mandates'],
  ['/v1/invoices', 'invoices'],
  ['/v1/kyc', 'kyc'],
  ['/v1/test_helpers/kyc', 'kyc'],
  ['/v1/events/{id}/deliveries', 'webhooks'],
  ['/v1/event', 'events'],
  ['/v1/webhook', 'webhooks'],
  ['/v1/account', 'account'],
  ['/v1/api_keys', 'keys'],
  ['/v1/apps', 'apps'],
  ['/v1/connections', 'apps'],
  ['/v1/audit_log', 'logs'],
  ['/v1/request_logs', 'logs'],
];
/** Any secret or restricted key may ask. */
const FOR_EVERYBODY = ['GET /v1/idempotency_keys/{key}', 'GET /v1/webhook_source_ips'];

/**
 * A gateway without limits, to which every operation can be sent: lists are empty, and objects are none, but for what is always there.
 *
 * @param accountOf the account that asks; that of the gateway unless given.
 */
export async function startGatewayOfOperations(accountOf?: () => string): Promise<GatewayUnderTest> {
  const gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
  const { clock, random } = gateway.keyStore;
  const settings = (): string => {
    const shard = shardOfAccount(accountOf?.() ?? gateway.accountId);
    return JSON.stringify({ ...USUAL_TAX_SETTINGS_SHOWN, id: newId('taxSettings', shard, clock.nowMs(), random) });
  };
  const ownOf = (path: string): string => (path.startsWith('events?') ? ',"positions":[]' : '');
  // Of all that can be made with nothing: what was made.
  const made = ({ type, streamId }: Command): Partial<Reply> =>
    type === 'test_clocks.create' ? { body: JSON.stringify(newTestClock(streamId)) } : {};
  const isSettings = ({ type }: Command): boolean => type.startsWith('tax_settings.');
  gateway.answer = async (command) => accepted(command, isSettings(command) ? { status: 200, body: settings() } : made(command));
  gateway.found = (path) => {
    if (path === 'tax_settings') return settings();
    return path.includes('limit') ? `{"data":[],"has_more":false,"next_cursor":null${ownOf(path)}}` : undefined;
  };
  return gateway;
}

/** Every operation that needs a key, `GET /v1/payments`, with what the document says of who may call it. */
export function documentedOperations({ client }: GatewayUnderTest): Map<string, object[]> {
  const paths = Object.entries(client.document.document.paths as Record<string, Record<string, { security?: object[] }>>);
  const all = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => [`${method.toUpperCase()} ${path}`, security] as const),
  );
  return new Map(all.flatMap(([operation, security]) => (security === undefined ? [] : [[operation, security]])));
}

/** The scope that an operation needs, by rules that are not those of the product; null for none in particular. */
export function scopeOf(operation: string): Scope | null {
  const [method, path = ''] = operation.split(' ');
  if (FOR_EVERYBODY.includes(operation)) return null;
  if (path === '/v1/tax_settings') return method === 'GET' ? 'invoices:read' : 'account:write';
  const subject = SUBJECTS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'nothing';
  // Clocks are for those who write, whatever they ask of one. A UPI address is asked for in a body: it is personal.
  const isRead = (method === 'GET' && !path.startsWith('/v1/test_helpers/')) || path === '/v1/payment_methods/validate_vpa';
  return `${subject}:${isRead ? 'read' : 'write'}` as Scope;
}

/** A request for it, with unknown ids and an empty body. */
export function requestOf(operation: string): { method: string; path: string; body?: object } {
  const [method = '', path = ''] = operation.split(' ');
  // A stream that is let in does not end by itself.
  const url = path.replaceAll(/\{\w+\}/g, 'x').replace('/v1/events/stream', '/v1/events/stream?after=x');
  return { method, path: url, ...(method !== 'GET' && { body: {} }) };
}
