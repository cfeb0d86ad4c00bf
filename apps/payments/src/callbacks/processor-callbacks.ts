import { systemCommand, type Clock, type Command, type Instrument } from '#contracts';
import { derivedUuid, type EventStore, type Snapshot } from '#event-store';
import { deliveryCommandKey, readDelivery, type PartnerDelivery, UnknownPartnerError } from '#partner-http';
import { answerOf } from '../payment/to-attempt-result';
import { refundAnswerOf } from '../refund/to-refund-result';
import { attemptOf, type PaymentState } from '../payment/state';
import type { RefundState } from '../refund/state';
import { type PaymentProcessor, type ProcessorEvent } from '../processors/processor';
import type { ProcessorRegistry } from '../processors/routing/registry';
import type { MoneyAlarm } from '../tasks/money-alarm';
import type { RefundAlarm } from '../tasks/refund-alarm';
import { MandateCallbacks, type MandateCallbackOutcome } from './mandate-callbacks';
import { findOwnerOf } from './referenced.table';

/** How a delivery, or one event in it, ended: bounded words for the metric. */
export type CallbackOutcome = MandateCallbackOutcome | 'refused' | 'not_ours' | 'unknown_payment' | 'unknown_refund' | 'wrong_amount';

export interface ProcessorCallbacksParts {
  /** Reads only: the owner of the partition decides. */
  store: Pick<EventStore, 'reads' | 'acrossAccounts'>;
  registries: { live: ProcessorRegistry; test: ProcessorRegistry };
  alarm: MoneyAlarm;
  refundAlarm: RefundAlarm;
  clock: Clock;
  logger: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  observe(processor: string, outcome: CallbackOutcome): void;
}

type PaymentEvent = Extract<ProcessorEvent, { about: 'payment' }>;
type RefundEvent = Extract<ProcessorEvent, { about: 'refund' }>;
type Sender = { processor: PaymentProcessor; livemode: boolean };

/**
 * Turns what a processor posts into commands for the payments it is about. Nothing in it is believed before its signature
 * is right; then it is compared with what is stored: the account, the payment, the processor of the attempt, and the money.
 * The payment itself keeps order: what arrives twice, late or out of turn changes nothing twice (payment/decide/outcome.ts).
 */
export class ProcessorCallbacks {
  private readonly mandates: MandateCallbacks;

  constructor(private readonly parts: ProcessorCallbacksParts) {
    this.mandates = new MandateCallbacks(parts);
  }

  /**
   * The commands that this delivery asks for; none when it says nothing about a payment of ours.
   *
   * @throws UnknownPartnerError; DeliveryRefusedError; RefusalError when it has to be sent again.
   */
  async commandsFor(name: string, delivery: PartnerDelivery): Promise<Command[]> {
    const sender = this.findSender(name);
    const commands: Command[] = [];
    const { processor } = sender;
    const events = readDelivery({ ...this.parts, partner: processor.name, parse: () => processor.parseWebhook(delivery) });
    for (const event of events) {
      const command = await this.commandFor(event, sender);
      if (command !== null) commands.push(command);
    }
    return commands;
  }

  private commandFor(event: ProcessorEvent, sender: Sender): Promise<Command | null> {
    switch (event.about) {
      case 'payment':
        return this.paymentCommand(event, sender);
      case 'refund':
        return this.refundCommand(event, sender);
      case 'mandate':
        return this.mandates.mandateCommand(event, sender);
      case 'notice':
        return this.mandates.noticeCommand(event, sender);
    }
  }

  private findSender(name: string): Sender {
    const { live, test } = this.parts.registries;
    const processor = live.find(name) ?? test.find(name);
    if (processor === undefined) throw new UnknownPartnerError(`no processor "${name.slice(0, 40)}" is configured`);
    return { processor, livemode: live.find(name) !== undefined };
  }

  private async paymentCommand(event: PaymentEvent, sender: Sender): Promise<Command | null> {
    const { subject, payment } = event;
    const { processor, livemode } = sender;
    const accountId = subject.accountId ?? (await this.ownerOf(subject.paymentId));
    const owner = { streamId: subject.paymentId, accountId, livemode };
    const snapshot = await this.parts.store.reads.findStream<PaymentState>(owner.streamId, accountId, livemode);
    const attempt = snapshot === null ? null : await this.findAttempt(snapshot, subject.attempt);
    if (snapshot === null || attempt === null) return this.ignore('unknown_payment', event, processor);
    if (attempt.processor !== processor.name) return this.ignore('wrong_processor', event, processor);
    const { paymentId, attempt: number } = subject;
    this.parts.alarm.check(payment, { paymentId, processor: processor.name, attempt: number, state: snapshot.state });
    this.parts.observe(processor.name, 'accepted');
    const answer = answerOf(payment, processor.name, attempt.instrument);
    return this.outcomeCommand(owner, event.id, {
      type: 'payments.record_outcome',
      payload: { attempt: subject.attempt, answer },
      processor,
    });
  }

  /** A refund is known by its own id; payment, processor and amount have to be those it was made with. */
  private async refundCommand(event: RefundEvent, { processor, livemode }: Sender): Promise<Command | null> {
    const accountId = event.subject.accountId ?? (await this.ownerOf(event.subject.paymentId));
    const owner = { streamId: event.refundId, accountId, livemode };
    const snapshot = await this.parts.store.reads.findStream<RefundState>(owner.streamId, owner.accountId, livemode);
    const outcome = checkRefund(snapshot?.state ?? { status: 'none' }, event, processor.name);
    if (outcome !== 'accepted') return this.ignore(outcome, event, processor);
    this.parts.observe(processor.name, outcome);
    if (snapshot !== null)
      this.parts.refundAlarm.check(event.refund, { refundId: event.refundId, state: snapshot.state, stage: 'reported' });
    const payload = { answer: refundAnswerOf(event.refund) };
    return this.outcomeCommand(owner, event.id, { type: 'refunds.record_outcome', payload, processor });
  }

  /** The account of a payment; one without payments where there is no such payment. */
  private async ownerOf(paymentId: string): Promise<string> {
    return (await findOwnerOf(this.parts.store, 'payment', paymentId))?.accountId ?? NO_ACCOUNT;
  }

  /**
   * Who had the attempt, and how it was to be paid: in the state when it is the current one, else in the history. Where late
   * money of an earlier attempt counts, that one is current, and there are newer ones.
   */
  private async findAttempt({ head, state }: Snapshot<PaymentState>, number: number): Promise<Had | null> {
    const current = attemptOf(state);
    if (current === null || current.number === number) return current;
    for (let afterVersion = 0; ;) {
      const events = await this.parts.store.reads.readHistory(head, { afterVersion });
      for (const { data } of events) if (isAttemptIn(data, number)) return data.attempt;
      const last = events.at(-1);
      if (last === undefined || last.version >= head.version) return null;
      afterVersion = last.version;
    }
  }

  private ignore(outcome: CallbackOutcome, { about, subject }: PaymentEvent | RefundEvent, { name }: PaymentProcessor): null {
    const { paymentId } = subject;
    this.parts.observe(name, outcome);
    this.parts.logger.error({ processor: name, about, paymentId, outcome }, 'processor webhook for an unknown payment, ignored');
    return null;
  }

  private outcomeCommand(owner: Owner, eventId: string, { type, payload, processor }: Reported): Command {
    const nowMs = this.parts.clock.nowMs();
    const commandId = derivedUuid(deliveryCommandKey({ partner: processor.name, eventId, streamId: owner.streamId }, nowMs));
    return systemCommand({ ...owner, commandId, type, payload, actorId: `processor:${processor.name}`, nowMs });
  }
}

/** Of what is not ours. */
const NO_ACCOUNT = 'acct_000000000000000000000000';

type Owner = Pick<Command, 'streamId' | 'accountId' | 'livemode'>;

interface Reported {
  type: 'payments.record_outcome' | 'refunds.record_outcome';
  payload: object;
  processor: PaymentProcessor;
}

function checkRefund(state: RefundState, { subject, amount }: RefundEvent, processor: string): CallbackOutcome {
  if (state.status === 'none' || state.terms.paymentId !== subject.paymentId) return 'unknown_refund';
  if (state.terms.target.processor !== processor) return 'wrong_processor';
  return state.terms.amount === amount ? 'accepted' : 'wrong_amount';
}

interface Had {
  processor: string;
  instrument: Instrument;
}

function isAttemptIn(data: unknown, number: number): data is { attempt: Had & { number: number } } {
  const { attempt } = data as { attempt?: { number?: unknown } };
  return attempt?.number === number;
}
