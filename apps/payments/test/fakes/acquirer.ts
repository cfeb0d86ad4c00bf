import { SystemRandom } from '#service';
import type { Clock } from '#contracts';
import { FakeAcquirerBank, FakeAcquirerRefusal } from '../../../../tools/fake-acquirer/bank';
import { answerCall } from '../../../../tools/fake-acquirer/calls';
import { paymentBody } from '../../../../tools/fake-acquirer/payment';
import { signatureOf } from '../../../../tools/fake-acquirer/callbacks';
import { FakeServer, type FakeReply, type FakeRequest } from '#testing';

export const ACQUIRER_KEYS = { key: 'key-of-the-acquirer-suite', webhookSecret: 'secret-of-the-acquirer-suite' } as const;

/** The books of the fake acquirer behind a server that can be made to fail in every way a network can. */
export class FakeAcquirer extends FakeServer {
  readonly bank: FakeAcquirerBank;

  constructor(private readonly clock: Clock) {
    super();
    this.bank = new FakeAcquirerBank({ clock, random: new SystemRandom(), onChange: () => undefined });
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
      if (error instanceof FakeAcquirerRefusal) return { status: error.status, body: { error: error.code } };
      throw error;
    }
  }

  protected refusal(status: 401 | 429 | 502): FakeReply {
    return { status, body: { error: 'refused' } };
  }
}
