import { SystemRandom } from '#service';
import type { Clock } from '#contracts';
import { AcquirerBank, AcquirerRefusal } from '../../../standalone/src/acquirer/acquirer-bank';
import { answerCall } from '../../../standalone/src/acquirer/acquirer-calls';
import { paymentBody } from '../../../standalone/src/acquirer/acquirer-payment';
import { signatureOf } from '../../../standalone/src/acquirer/callbacks';
import { FakeServer, type FakeReply, type FakeRequest } from '#testing';

export const ACQUIRER_KEYS = { key: 'key-of-the-acquirer-suite', webhookSecret: 'secret-of-the-acquirer-suite' } as const;

/** The books of the local acquirer behind a server that can be made to fail in every way a network can. */
export class FakeAcquirer extends FakeServer {
  readonly bank: AcquirerBank;

  constructor(private readonly clock: Clock) {
    super();
    this.bank = new AcquirerBank({ clock, random: new SystemRandom(), onChange: () => undefined });
  }

  /** A callback that tells what the payment of this id is now. */
  callbackAbout(id: string): { headers: Record<string, string>; rawBody: Uint8Array } {
    const payment = this.bank.findPayment(id);
    if (payment === undefined) throw new Error(`the acquirer has no payment ${id}`);
    return this.signed({ id: `acqe_${id}_${payment.revision}`, about: 'payment', payment: paymentBody(payment) });
  }

  signed(body: object): { headers: Record<string, string>; rawBody: Uint8Array } {
    const text = JSON.stringify(body);
    const signature = signatureOf(text, ACQUIRER_KEYS.webhookSecret, this.clock.nowMs());
    return { headers: { 'x-acquirer-signature': signature }, rawBody: Buffer.from(text) };
  }

  protected answer({ method, path, query, body }: FakeRequest): FakeReply {
    try {
      const { status, body: answered } = answerCall(this.bank, { method, path, query, body });
      return { status, body: answered };
    } catch (error) {
      if (error instanceof AcquirerRefusal) return { status: error.status, body: { error: error.code } };
      throw error;
    }
  }

  protected refusal(status: 401 | 429 | 502): FakeReply {
    return { status, body: { error: 'refused' } };
  }
}
