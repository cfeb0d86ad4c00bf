import { COMMAND_TOPIC, systemCommand, type Clock, type ErasedCustomer, type RedactVerificationPayload } from '#contracts';
import { derivedUuid } from '#event-store';
import type { Bus } from '#messaging';
import type { Erasures, VerificationPlace } from './erasures.table';

/** How long what identifies a person is kept after a verification has ended, in milliseconds. */
export interface RetentionRules {
  verifiedMs: number;
  /** Failed, expired, cancelled. */
  othersMs: number;
}

export interface ErasureJobParts {
  erasures: Erasures;
  bus: Pick<Bus, 'send'>;
  clock: Clock;
  rules: RetentionRules;
}

/** A command id lives for so long: what expired unheard is asked for again under the next. */
const ATTEMPT_MS = 600_000;
/** A command is carried out within half a minute or never (COMMAND_LIFETIME_MS): a day leaves room for clocks that differ. */
const DAY_MS = 86_400_000;
/**
 * Has erased what was kept long enough, and what was stored in the moment in which its customer was erased. Each run does a
 * bounded part and can be repeated, by any number of processes at once: the ids of its commands follow from what they are about.
 */
export class ErasureJob {
  constructor(private readonly parts: ErasureJobParts) {}

  /** @returns how many verifications were asked to be erased. @throws what the database or the bus throws: try again. */
  async run(): Promise<number> {
    const { clock, erasures, rules } = this.parts;
    const nowMs = clock.nowMs();
    const overdue = [
      ...(await erasures.findOverdue(['verified'], nowMs - rules.verifiedMs)),
      ...(await erasures.findOverdue(['failed', 'expired', 'cancelled'], nowMs - rules.othersMs)),
    ];
    for (const place of overdue) await this.redact(place, 'retention_over', `erase ${place.version}`);
    const orphans = await erasures.findOfErased();
    for (const place of orphans) await this.redact(place, 'customer_erased', `orphan ${place.version}`);
    await erasures.forgetErased(nowMs - DAY_MS);
    return overdue.length + orphans.length;
  }

  /**
   * Compares with what payments has erased: an event that was missed, for whatever reason, is made up for.
   *
   * @returns how many verifications were asked to be erased.
   */
  async compare(erased: AsyncIterable<readonly ErasedCustomer[]>): Promise<number> {
    let count = 0;
    for await (const customers of erased) {
      const places = await this.parts.erasures.findOfCustomers(customers);
      for (const place of places) await this.redact(place, 'customer_erased', `compared ${place.version}`);
      count += places.length;
    }
    return count;
  }

  private async redact(place: VerificationPlace, because: RedactVerificationPayload['because'], seed: string): Promise<void> {
    const nowMs = this.parts.clock.nowMs();
    const command = systemCommand({
      commandId: derivedUuid(`${seed} ${place.verificationId} ${Math.floor(nowMs / ATTEMPT_MS)}`),
      type: 'kyc.redact',
      streamId: place.verificationId,
      accountId: place.accountId,
      livemode: place.livemode,
      actorId: 'retention',
      nowMs,
      payload: { because },
    });
    await this.parts.bus.send(COMMAND_TOPIC.kyc, command);
  }
}
