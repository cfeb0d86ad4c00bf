import { systemCommand, type Clock, type Command } from '#contracts';
import { derivedUuid } from '#event-store';
import { deliveryCommandKey, readDelivery, type PartnerDelivery, UnknownPartnerError } from '#partner-http';
import type { KycProvider, KycProviderEvent } from '../providers/provider';
import type { VerificationOwners } from '../verification/owners.table';

/** How a delivery ended: bounded words for the metric. */
export type CallbackOutcome = 'accepted' | 'refused' | 'not_ours' | 'unknown_verification';

export interface ProviderCallbacksParts {
  registry: { find(name: string): KycProvider | undefined };
  owners: Pick<VerificationOwners, 'find'>;
  clock: Clock;
  logger: { warn(fields: object, message: string): void };
  observe(provider: string, outcome: CallbackOutcome): void;
}

/**
 * Turns what an identity provider posts into commands. Nothing in it is believed beyond which verification it is about: the
 * verification then asks the provider, so that a delivery that is doubled, late, out of turn or lost changes nothing.
 */
export class ProviderCallbacks {
  constructor(private readonly parts: ProviderCallbacksParts) {}

  /** None when it is about no verification of ours. @throws UnknownPartnerError; DeliveryRefusedError. */
  async commandsFor(name: string, delivery: PartnerDelivery): Promise<Command[]> {
    const provider = this.parts.registry.find(name);
    if (provider?.parseWebhook === undefined) throw new UnknownPartnerError(`"${name.slice(0, 40)}" sends no webhooks here`);
    const events = readDelivery({ ...this.parts, partner: provider.name, parse: () => provider.parseWebhook!(delivery) });
    const commands = await Promise.all(events.map((event) => this.commandOf(event, provider.name)));
    return commands.filter((command) => command !== null);
  }

  private async commandOf({ id, verificationId: streamId }: KycProviderEvent, provider: string): Promise<Command | null> {
    const { owners, observe, clock } = this.parts;
    const owner = await owners.find(streamId);
    observe(provider, owner === null ? 'unknown_verification' : 'accepted');
    if (owner === null) return null;
    const nowMs = clock.nowMs();
    return systemCommand({
      ...owner,
      commandId: derivedUuid(deliveryCommandKey({ partner: provider, eventId: id, streamId }, nowMs)),
      type: 'kyc.record_provider_callback',
      streamId,
      actorId: `provider:${provider}`,
      nowMs,
      payload: { provider },
    });
  }
}
