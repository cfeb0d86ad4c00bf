import { EVENT_TOPIC, type ServiceName } from '#contracts';
import type { PublishedLog } from '#event-store';
import { RemotePublishedEvents, type PublishedEvents } from '#service';

type Other = Exclude<ServiceName, 'webhooks'>;
const OTHERS: readonly Other[] = ['payments', 'kyc', 'accounts'];

/** Internal addresses of the other services that publish. Read when there is a question: some are known after our own start only. */
export type OwnerUrls = { readonly [TService in Other]?: string };

/** Whom to ask for events that did not arrive. */
export interface EventOwners {
  /** By topic. */
  published: Readonly<Record<string, PublishedEvents>>;
  close(): Promise<void>;
}

/** @param parts.own the log of this service, whose events travel like everybody's. */
export function openEventOwners({ own, urls, token }: { own: PublishedLog; urls: OwnerUrls; token: string }): EventOwners {
  const remote = OTHERS.map((service) => {
    return [EVENT_TOPIC[service], new RemotePublishedEvents({ service, url: () => urls[service], token })] as const;
  });
  return {
    published: { ...Object.fromEntries(remote), [EVENT_TOPIC.webhooks]: own },
    close: async () => void (await Promise.all(remote.map(([, events]) => events.close()))),
  };
}
