import { EVENT_TOPIC, type ServiceName } from '#contracts';
import type { PublishedLog } from '#event-store';
import { RemotePublishedEvents, type PublishedEvents } from '#service';

/** Internal addresses of the other services that publish. Read when there is a question: some are known after our own start only. */
export type OwnerUrls = { readonly [TService in Exclude<ServiceName, 'webhooks'>]?: string };

/** Whom to ask for events that did not arrive. */
export interface EventOwners {
  /** By topic. */
  published: Readonly<Record<string, PublishedEvents>>;
  close(): Promise<void>;
}

/** @param parts.own the log of this service, whose events travel like everybody's. */
export function openEventOwners({ own, urls, token }: { own: PublishedLog; urls: OwnerUrls; token: string }): EventOwners {
  const payments = new RemotePublishedEvents({ service: 'payments', url: () => urls.payments, token });
  const kyc = new RemotePublishedEvents({ service: 'kyc', url: () => urls.kyc, token });
  return {
    published: { [EVENT_TOPIC.payments]: payments, [EVENT_TOPIC.kyc]: kyc, [EVENT_TOPIC.webhooks]: own },
    close: async () => void (await Promise.all([payments.close(), kyc.close()])),
  };
}
