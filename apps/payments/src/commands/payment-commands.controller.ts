import { Inject } from '@nestjs/common';
import {
  COMMAND_TOPIC,
  CUSTOMER_COMMAND_TYPES,
  PAYMENT_COMMAND_TYPES,
  REFUND_COMMAND_TYPES,
  type Command,
  type Reply,
  type SubmitOtpPayload,
} from '#contracts';
import { EventStore } from '#event-store';
import { BusController, MessagePattern, Payload, PoisonMessageError } from '#messaging';
import { PersonalData } from '#personal-data';
import { PendingOtps } from '../reactors/pending-otps';

/** What may come from outside; the rest is sent by one aggregate to another, in one commit. */
const KNOWN_TYPES: ReadonlySet<string> = new Set([
  ...PAYMENT_COMMAND_TYPES,
  ...REFUND_COMMAND_TYPES,
  ...CUSTOMER_COMMAND_TYPES,
  'customers.attach_payment_method',
  'payment_methods.detach',
]);

/** Topic → lane → decider. */
@BusController()
export class PaymentCommandsController {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    private readonly otps: PendingOtps,
    @Inject(PersonalData) private readonly personalData: PersonalData,
  ) {}

  /** @throws PoisonMessageError for a command no aggregate answers: it goes to the dead letters with the reason. */
  @MessagePattern(COMMAND_TOPIC.payments)
  async settle(@Payload() command: Command): Promise<Reply> {
    if (!KNOWN_TYPES.has(command.type)) throw new PoisonMessageError('no aggregate of payments answers this type of command');
    if (command.type === 'payments.submit_otp') return this.submitOtp(command as Command<string, SubmitOtpPayload>);
    return this.store.submit(command);
  }

  /**
   * The password comes sealed, waits here for the call to the processor, should there be one, and is stored nowhere. What
   * began no call leaves none behind: a dry run, a replay or a refusal must not stand in for the password of the next request.
   */
  private async submitOtp(command: Command<string, SubmitOtpPayload>): Promise<Reply> {
    const { streamId, accountId, payload } = command;
    const otp = String(await this.personalData.unsealValue(payload.otp, accountId));
    const wasKept = command.dryRun !== true && this.otps.keep(streamId, otp);
    let isOnItsWay = false;
    try {
      const reply = await this.store.submit({ ...command, payload: { otp } });
      isOnItsWay = reply.refusal === null && !reply.replayed;
      return reply;
    } finally {
      if (wasKept && !isOnItsWay) this.otps.forget(streamId);
    }
  }
}
