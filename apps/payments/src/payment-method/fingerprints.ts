import {
  instrumentIdentityOf,
  savedInstrumentOf,
  type Command,
  type ConfirmPaymentPayload,
  type CreatePaymentPayload,
  type Instrument,
  type InstrumentFingerprint,
  type SavePaymentMethodPayload,
} from '#contracts';
import type { EventStore } from '#event-store';
import { PersonalDataUnavailableError, SubjectErasedError, SubjectUnknownError, type PersonalData } from '#personal-data';
import type { PaymentState } from '../payment/state';

/**
 * Puts a fingerprint on the instrument of a command that may save it. What is stored is a digest that is different for each
 * customer, and the digest of the account sealed under the customer's key: after an erasure neither connects two customers.
 */
export class Fingerprints {
  constructor(
    private readonly store: EventStore,
    private readonly personalData: PersonalData,
  ) {}

  /** @returns the command with the fingerprint; as it is when it saves no instrument. */
  async mark(command: Command): Promise<Command> {
    const payload = command.payload as SavingPayload;
    const saved = savedInstrumentOf(payload.instrument as Instrument | undefined);
    const customerId = saved && (await this.customerOf(command));
    if (saved === undefined || customerId === undefined) return command;
    const fingerprint = await this.fingerprintOf(instrumentIdentityOf(saved), customerId, command);
    return { ...command, payload: { ...payload, instrument: { ...payload.instrument, fingerprint } } };
  }

  /** The customer for whom the instrument is, or will be, saved. */
  private async customerOf({ type, payload, streamId, accountId, livemode }: Command): Promise<string | undefined> {
    if (type === 'customers.attach_payment_method') return streamId;
    if (type === 'payments.create') return ownerIn(payload as CreatePaymentPayload);
    const payment = await this.store.reads.findStream<PaymentState>(streamId, accountId, livemode);
    return payment === null || payment.state.status === 'none' ? undefined : ownerIn(payment.state.terms);
  }

  private async fingerprintOf(identity: string, customerId: string, { accountId, livemode }: Command): Promise<InstrumentFingerprint> {
    const mode = livemode ? 'live' : 'test';
    const digestOf = (text: string): string => this.personalData.blindIndex(accountId, 'instrument', text);
    const digest = digestOf(`${mode}\n${customerId}\n${identity}`);
    try {
      const seal = await this.personalData.sealerOf({ accountId, id: customerId }, { mayCreate: false });
      return { digest, sealed: seal(digestOf(`${mode}\n${identity}`), 'fingerprint') };
    } catch (error) {
      if (isKeyMissing(error)) return { digest };
      throw error;
    }
  }
}

/** The commands that bring an instrument which may be saved. */
export function mayBringInstrument({ type }: Command): boolean {
  return type === 'payments.create' || type === 'payments.confirm' || type === 'customers.attach_payment_method';
}

type SavingPayload = CreatePaymentPayload | ConfirmPaymentPayload | SavePaymentMethodPayload;

function ownerIn({ savePaymentMethod, customerId }: Pick<CreatePaymentPayload, 'savePaymentMethod' | 'customerId'>): string | undefined {
  return savePaymentMethod === true ? customerId : undefined;
}

/** The payment goes on without: the customer is unknown or erased, which the decision answers, or keys cannot be read now. */
function isKeyMissing(error: unknown): boolean {
  return error instanceof SubjectUnknownError || error instanceof SubjectErasedError || error instanceof PersonalDataUnavailableError;
}
