import type { KnownMandate, MandateResult, NoticeInput, RegisterMandateInput } from './mandate-processor';
import type { CallContext, CreateInput, Minor, PaymentProcessor } from './processor';
import type { NetworkFault } from './processor.contract';

/** What an adapter must offer so that the suite can drive its mandates. */
export interface MandatesUnderTest {
  processor: PaymentProcessor;
  ctx: CallContext;
  /** A mandate, a notice under it, and a payment of the debit, each with ids of their own. @param first what the registration takes. */
  registration(first?: Minor): RegisterMandateInput;
  notice(mandate: KnownMandate): NoticeInput;
  /** @param notice what the processor calls the notice. */
  payment(mandate: KnownMandate, notice: string): CreateInput;
  fake: {
    /** Lets the next request go wrong that makes what is named. */
    failNext(fault: NetworkFault, what: 'registration' | 'notice' | 'payment' | 'revocation'): void;
    /** How many were made there under our id. */
    registrationsOf(mandateId: string): number;
    noticesOf(debitId: string): number;
    paymentsOf(paymentId: string): number;
    /** Payer and bank do their part. */
    approve(mandateId: string, isCaptured?: boolean): void;
    /** What the payer approved without is captured. */
    capture(mandateId: string): void;
    /** What was given back of what the registration took, one amount a refund. */
    returnedOf(mandateId: string): Minor[];
    deliver(notice: NoticeInput): void;
    settle(paymentId: string, isPaid: boolean): void;
    isEnded(mandateId: string): boolean;
    secrets: readonly string[];
  };
  stop(): Promise<void>;
}

/** The mandate with what was learned of it. */
export function known({ report }: MandateResult, { mandateId, terms, references }: KnownMandate): KnownMandate {
  const learned = report !== undefined && 'references' in report && report.references;
  return { mandateId, terms, references: { ...references, ...learned } };
}
