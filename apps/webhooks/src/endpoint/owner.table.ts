import { findOwner, withOperatorClient, type Owner } from '#event-store';

const STATEMENT_TIMEOUT_MS = 10_000;
const ENDPOINTS = { schema: 'webhooks', kinds: ['webhookEndpoint'] } as const;

/** Whose endpoint it is, for an operator who knows its id only; null when there is none. */
export function findEndpointOwner(databaseUrl: string, endpointId: string): Promise<Owner | null> {
  return withOperatorClient(databaseUrl, (client) => findOwner(client, ENDPOINTS, endpointId), STATEMENT_TIMEOUT_MS);
}
