import { API_VERSION, newId, shardOfAccount } from '#contracts';
import type { Command, CreateEndpointPayload, WebhookEndpointCommandPayloads, WebhookEndpointCommandType } from '#contracts';
import { SystemClock, SystemRandom } from '#service';

/** The account whose endpoints the tests of this service make. */
export const ACCOUNT = 'acct_000000000000000000000000';

const random = new SystemRandom();
const clock = new SystemClock();

/** A new endpoint with every setting at its default. @param change what is different about this one. */
export function endpointPayload(change: Partial<CreateEndpointPayload> = {}): CreateEndpointPayload {
  return {
    url: 'https://shop.example.com/hook',
    description: null,
    metadata: {},
    enabledEvents: ['*'],
    ordering: 'none',
    maxInFlight: 16,
    ratePerSecond: null,
    burst: null,
    timeoutMs: 15_000,
    signing: 'v1',
    headers: {},
    apiVersion: API_VERSION,
    keys: [
      { alg: 'v1', sealed: '~s1.we_1.secret', publicKey: null, fingerprint: '0123456789abcdef' },
      { alg: 'v1a', sealed: '~s1.we_1.private', publicKey: 'whpk_AAAA', fingerprint: 'fedcba9876543210' },
    ],
    secretHint: 'abc=',
    ...change,
  };
}

/** Id of an endpoint that is not there yet. */
export function newEndpointId(accountId = ACCOUNT): string {
  return newId('webhookEndpoint', shardOfAccount(accountId), clock.nowMs(), random);
}

/** Who asks, and of which endpoint; a new one of the account in test mode unless said. */
export interface EndpointAddress {
  streamId?: string;
  accountId?: string;
  livemode?: boolean;
}

/** A command to an endpoint, as the gateway or the dispatcher would send it. */
export function endpointCommand<TType extends WebhookEndpointCommandType>(
  type: TType,
  payload: WebhookEndpointCommandPayloads[TType],
  { accountId = ACCOUNT, streamId = newEndpointId(accountId), livemode = false }: EndpointAddress = {},
): Command<TType, WebhookEndpointCommandPayloads[TType]> {
  const commandId = random.uuid();
  const issuedAtMs = clock.nowMs();
  return {
    commandId,
    type,
    streamId,
    accountId,
    livemode,
    idempotency: null,
    actor: { kind: 'system', id: 'test', address: null },
    requestId: null,
    correlationId: commandId,
    causationId: null,
    issuedAtMs,
    deadlineAtMs: issuedAtMs + 30_000,
    payload,
  };
}
