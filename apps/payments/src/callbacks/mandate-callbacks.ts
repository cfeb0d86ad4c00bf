import { systemCommand, type Clock, type Command, type NoticeReport } from '#contracts';
import { derivedUuid, type EventStore } from '#event-store';
import { RefusalError } from '#listing';
import { deliveryCommandKey } from '#partner-http';
import type { DebitState } from '../debit/state';
import type { MandateState } from '../mandate/state';
import type { PaymentProcessor, ProcessorEvent, ReferencedSubject } from '../processors/processor';
import { findByReference, findOwnerOf, type Found, type ReferencedKind } from './referenced.table';

/** How an event about a mandate or a notice ended: bounded words for the metric. */
export type MandateCallbackOutcome = 'accepted' | 'unknown_mandate' | 'unknown_debit' | 'wrong_processor';

export interface MandateCallbacksParts {
  /** Reads only: the owner of the partition decides. */
  store: Pick<EventStore, 'reads' | 'acrossAccounts'>;
  clock: Clock;
  logger: { error(fields: object, message: string): void };
  observe(processor: string, outcome: MandateCallbackOutcome): void;
}

type MandateEvent = Extract<ProcessorEvent, { about: 'mandate' }>;
type NoticeEvent = Extract<ProcessorEvent, { about: 'notice' }>;
type Sender = { processor: PaymentProcessor; livemode: boolean };

/** What a processor reports by its own number may come before our list knows the number: then it is to report it again. */
const EARLY_MS = 60_000;

/** Turns what a processor posts about mandates and notices into commands for them. They keep order themselves. */
export class MandateCallbacks {
  constructor(private readonly parts: MandateCallbacksParts) {}

  /** Null where there is nothing of ours. @throws RefusalError when it comes before what it is about is known. */
  async mandateCommand(event: MandateEvent, sender: Sender): Promise<Command | null> {
    const found = await this.find('mandate', event, sender);
    if (found === null) return null;
    const snapshot = await this.parts.store.reads.findStream<MandateState>(found.id, found.accountId, found.livemode);
    const { state } = snapshot ?? { state: { status: 'none' } as const };
    if (state.status === 'none') return this.ignore('unknown_mandate', event, sender);
    if (state.processor !== sender.processor.name || !state.answersLater) return this.ignore('wrong_processor', event, sender);
    const { report, atMs: reportedAtMs } = event;
    const payload = report === undefined ? {} : { report, reportedAtMs };
    return this.command(found, event, sender, { type: 'mandates.record_report', payload });
  }

  async noticeCommand(event: NoticeEvent, sender: Sender): Promise<Command | null> {
    const found = await this.find('debit', event, sender);
    if (found === null) return null;
    const snapshot = await this.parts.store.reads.findStream<DebitState>(found.id, found.accountId, found.livemode);
    const { state } = snapshot ?? { state: { status: 'none' } as const };
    if (state.status === 'none') return this.ignore('unknown_debit', event, sender);
    if (state.facts.processor !== sender.processor.name) return this.ignore('wrong_processor', event, sender);
    const { number, reference, ...notice } = event.notice;
    // Without a number of ours it is the notice of this reference, which the present one may have replaced.
    const isPresent = reference === undefined || state.notice.reference === undefined || reference === state.notice.reference;
    const payload: NoticeReport = {
      ...notice,
      ...(reference !== undefined && { reference }),
      number: number ?? (isPresent ? state.notice.number : 0),
    };
    return this.command(found, event, sender, { type: 'debits.record_notice', payload });
  }

  private async find(kind: ReferencedKind, event: MandateEvent | NoticeEvent, sender: Sender): Promise<Found | null> {
    const { subject, atMs } = event;
    const found = await this.lookUp(kind, subject);
    if (found?.livemode === sender.livemode) return found;
    const isEarly = 'reference' in subject && this.parts.clock.nowMs() < atMs + EARLY_MS;
    if (isEarly) throw new RefusalError('service_unavailable');
    return this.ignore(kind === 'mandate' ? 'unknown_mandate' : 'unknown_debit', event, sender);
  }

  private async lookUp(kind: ReferencedKind, subject: ReferencedSubject): Promise<Found | null> {
    if ('reference' in subject) return findByReference(this.parts.store, kind, subject.reference);
    const found = await findOwnerOf(this.parts.store, kind, subject.id);
    return subject.accountId === undefined || found?.accountId === subject.accountId ? found : null;
  }

  private ignore(outcome: MandateCallbackOutcome, { about, subject }: ProcessorEvent, { processor: { name } }: Sender): null {
    this.parts.observe(name, outcome);
    this.parts.logger.error({ processor: name, about, subject, outcome }, 'processor webhook for an unknown mandate or debit, ignored');
    return null;
  }

  private command(
    { id: streamId, accountId, livemode }: Found,
    { id: eventId }: ProcessorEvent,
    { processor: { name } }: Sender,
    { type, payload }: { type: string; payload: object },
  ): Command {
    this.parts.observe(name, 'accepted');
    const nowMs = this.parts.clock.nowMs();
    const commandId = derivedUuid(deliveryCommandKey({ partner: name, eventId, streamId }, nowMs));
    return systemCommand({ streamId, accountId, livemode, commandId, type, payload, actorId: `processor:${name}`, nowMs });
  }
}
