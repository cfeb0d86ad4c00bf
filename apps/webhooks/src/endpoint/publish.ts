import type { WebhookEndpointEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { EndpointState } from './state';
import type { EndpointEvent, EndpointEventName } from './events';
import { endpointResource } from './render';

/** Stored type → what merchants see it as; null for what is ours alone. */
export const ENDPOINT_PUBLIC_NAME: Readonly<Record<EndpointEventName, WebhookEndpointEventType | null>> = {
  'webhook_endpoint.created': 'webhook_endpoint.created',
  'webhook_endpoint.updated': 'webhook_endpoint.updated',
  'webhook_endpoint.enabled': 'webhook_endpoint.updated',
  'webhook_endpoint.disabled_by_account': 'webhook_endpoint.updated',
  'webhook_endpoint.disabled': 'webhook_endpoint.disabled',
  'webhook_endpoint.failing': 'webhook_endpoint.failing',
  'webhook_endpoint.recovered': 'webhook_endpoint.recovered',
  'webhook_endpoint.secret_rotated': 'webhook_endpoint.secret_rotated',
  'webhook_endpoint.deleted': 'webhook_endpoint.deleted',
  'webhook_endpoint.key_destroyed': null,
};

/** Every stored event is written in version 1 so far. */
export const ENDPOINT_EVENT_DEFINITIONS = eventDefinitionsOf(ENDPOINT_PUBLIC_NAME);

/** Stored event → public event with the whole endpoint right after it; null for an internal one. */
export const publishEndpoint: Publish<EndpointState, EndpointEvent> = resourcePublisher({
  resourceType: 'webhook_endpoint',
  names: ENDPOINT_PUBLIC_NAME,
  render: (snapshot) => endpointResource(snapshot),
});
