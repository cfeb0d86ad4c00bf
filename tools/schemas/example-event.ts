import { API_VERSION, type PublicEvent } from '#contracts';

/** When the example world began, Unix seconds. */
export const CREATED_AT = 1_795_219_200;

/** What the envelope takes from its resource. */
interface ExampleResource {
  id: string;
  sequence: number;
  /** Unix seconds. */
  updated_at: number;
}

/** A public event around an example resource, as a consumer would read it. */
export function exampleEvent<TResource extends ExampleResource>(
  type: string,
  resourceType: string,
  object: TResource,
  previous: Record<string, unknown> | null,
): PublicEvent<TResource> {
  return {
    id: 'evt_0VB3xQ9k42mN3pQrStUvWxYz',
    object: 'event',
    type,
    api_version: API_VERSION,
    created_at: object.updated_at,
    timestamp: new Date(object.updated_at * 1_000).toISOString(),
    livemode: false,
    account_id: 'acct_0VB3xQ9k000000000000demo',
    test_clock_id: null,
    resource: { type: resourceType, id: object.id },
    sequence: object.sequence,
    data: { object, previous_attributes: previous },
    request: { id: 'req_0VB3xQ9k42aBcDeFgHiJkLmN', idempotency_key: 'order-1001' },
    correlation_id: '01a1f3c8-4c00-7a3e-9b1d-3f5e7a9c1b2d',
    causation_id: '01a1f3c8-4c00-7a3e-9b1d-3f5e7a9c1b2d',
  };
}
