import { COMMAND_TOPIC, type Command, type Reply, type SubmitOtpPayload } from '#contracts';
import { EventStore } from '#event-store';
import { BusController, MessagePattern, Payload, PoisonMessageError } from '#messaging';
import { PersonalData } from '#personal-data';
import { Fingerprints, mayBringInstrument } from './payment-method/fingerprints';
import type { PaymentState } from './payment/state';
import { PendingOtps } from './tasks/pending-otps';

/** Topic → shard writer → decider. */
@BusController()
export class PaymentCommandsController {
  constructor(
    private readonly store: EventStore,
    private readonly otps: PendingOtps,
    private readonly personalData: PersonalData,
    private readonly fingerprints: Fingerprints,
  ) {}

  /** @throws PoisonMessageError for a command no aggregate answers: it goes to the dead letters with the reason. */
  @MessagePattern(COMMAND_TOPIC.payments)
  async settle(@Payload() command: Command): Promise<Reply> {
    if (!this.store.takesFromBus(command.type)) throw new PoisonMessageError('no aggregate of payments answers this type of command');
    if (command.type === 'payments.submit_otp') return this.submitOtp(command as Command<string, SubmitOtpPayload>);
    return this.store.submit(mayBringInstrument(command) ? await this.fingerprints.mark(command) : command);
  }

  /**
   * The password comes sealed, waits here for the call to the processor, should there be one, and is stored nowhere. What
   * began no call leaves none behind: a dry run, a replay, a refusal or a message that came again must not stand in for the
   * password of the next request.
   */
  private async submitOtp(command: Command<string, SubmitOtpPayload>): Promise<Reply> {
    const { streamId, accountId, payload } = command;
    const otp = String(await this.personalData.unsealValue(payload.otp, accountId));
    const wasKept = command.dryRun !== true && this.otps.keep(streamId, otp);
    let isOnItsWay = false;
    try {
      const reply = await this.store.submit({ ...command, payload: { otp } });
      isOnItsWay = wasKept && reply.refusal === null && !reply.replayed && (await this.isOtpWanted(command));
      return reply;
    } finally {
      if (wasKept && !isOnItsWay) this.otps.forget(streamId);
    }
  }

  /** A command that came again has its stored answer, and its call may be over. */
  private async isOtpWanted({ streamId, accountId, livemode }: Command): Promise<boolean> {
    const snapshot = await this.store.reads.findStream<PaymentState>(streamId, accountId, livemode);
    const state = snapshot?.state;
    return state?.status === 'requires_action' && state.call?.call.kind === 'submit_otp';
  }
}
