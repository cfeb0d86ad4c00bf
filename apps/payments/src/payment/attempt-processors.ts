import type { Command } from '#contracts';
import type { InstantProcessor as ProcessorPort } from '../processors/processor';
import { chooseElsewhere, chooseProcessor, instantOf, refusalOfHint, type Processors } from '../processors/routing/choose-processor';
import type { InstantProcessor, KnownAttempt, NewAttempt, PaymentProcessors } from './decide/context';
import { knownPayment } from './known-payment';
import { answerOf, refusalOf } from './to-attempt-result';

type Subject = Pick<Command, 'streamId' | 'accountId' | 'livemode'>;

/** The configured processors, in the words of one payment. Pure: routes are configuration, and the sandbox keeps nothing. */
export function attemptProcessors(processors: Processors, { streamId, accountId, livemode }: Subject, nowMs: number): PaymentProcessors {
  const routingRequest = ({ instrument, terms }: Pick<NewAttempt, 'instrument' | 'terms'>) => {
    const { currency, captureMethod } = terms;
    return { accountId, livemode, instrument, currency, captureMethod };
  };
  const instant = (port: ProcessorPort) => instantProcessor(port, streamId, nowMs);
  return {
    refusalOfHint: (hint) => refusalOfHint(processors, livemode, hint),
    begin(attempt) {
      // The money of a debit is taken where its mandate is, and nowhere else.
      const at = attempt.terms.debit?.at;
      if (at !== undefined) return { processor: at.processor };
      const choice = chooseProcessor(processors, { ...routingRequest(attempt), hint: attempt.terms.processorHint });
      if ('refusal' in choice) return choice;
      return 'later' in choice ? choice.later : instant(choice.instant).begin(attempt);
    },
    another({ attempt, terms }) {
      if (terms.debit?.at !== undefined) return undefined;
      return chooseElsewhere(processors, routingRequest({ instrument: attempt.instrument, terms }), attempt);
    },
    instant(state) {
      const port = instantOf(processors, livemode, state);
      return port === null ? undefined : instant(port);
    },
  };
}

function instantProcessor(port: ProcessorPort, paymentId: string, nowMs: number): InstantProcessor {
  const known = ({ attempt, terms }: KnownAttempt) => knownPayment(paymentId, terms, attempt);
  return {
    begin({ number, instrument, terms }) {
      const { amount, currency, captureMethod, description, metadata, returnUrl, expiresAtMs } = terms;
      const debitAttempt = terms.debit?.attempt;
      const isRegistration = debitAttempt === undefined && terms.mandateId !== undefined;
      const texts = { amount, currency, captureMethod, description, metadata, returnUrl, debitAttempt, isRegistration };
      const payment = port.createNow({ ...texts, paymentId, attempt: number, instrument, expiresAtMs }, nowMs);
      const refusal = refusalOf(payment);
      return refusal === null ? answerOf(payment, port.name, instrument) : { refusal };
    },
    fetch: (attempt) => answerOf(port.fetchNow(known(attempt), nowMs), port.name, attempt.attempt.instrument),
    capture(attempt, amount) {
      const { fee } = port.captureNow(known(attempt), amount, nowMs);
      return fee && { fee: fee.amount, tax: fee.gst };
    },
    submitOtp: (attempt, otp, wrongBefore) =>
      answerOf(port.submitOtpNow(known(attempt), otp, wrongBefore, nowMs), port.name, attempt.attempt.instrument),
    simulate(attempt, outcome) {
      const payment = port.simulateNow(known(attempt), outcome, nowMs);
      return payment && answerOf(payment, port.name, attempt.attempt.instrument);
    },
  };
}
