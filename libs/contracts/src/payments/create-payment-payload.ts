import { findBankCode } from '../india/banks';
import { cardDigitsOf } from '../india/cards';
import { normalizePhone } from '../india/phone';
import { findSandboxCard } from '../india/sandbox-cards';
import { normalizeVpa } from '../india/vpa';
import type { CardFacts, CreatePaymentPayload, CustomerSnapshot, Instrument } from './commands';
import type { CreatePaymentDto } from './create-payment.dto';
import type { CardInstrumentDto, NetbankingInstrumentDto, PaymentCustomerDto, UpiInstrumentDto } from './payment-parts.dto';
import { usableMethods } from './validate-create-payment';

/** The CVV that the sandbox answers with `incorrect_cvv`, and the scenario that does so for any card (spec/india.md 4.4). */
const WRONG_CVV = '000';
const WRONG_CVV_SCENARIO = '0014';

/**
 * The command payload of a body that passed class-validator and `validateCreatePayment`. Here, and nowhere else, a raw
 * sandbox card number is dropped: what travels is its scenario, network and last four digits; no number, no CVV.
 */
export function toCreatePaymentPayload(dto: CreatePaymentDto, livemode: boolean, upiCapMinor?: number): CreatePaymentPayload {
  const instrument = instrumentOf(dto, livemode);
  const customer = dto.customer ? customerOf(dto.customer) : undefined;
  return {
    amount: dto.amount,
    currency: dto.currency.toUpperCase(),
    methods: usableMethods(dto, upiCapMinor),
    captureMethod: dto.capture_method ?? 'automatic',
    ...(instrument && { instrument }),
    ...textsOf(dto),
    ...(customer && { customer }),
    ...(dto.metadata && { metadata: dto.metadata }),
    ...(dto.off_session && { offSession: true as const }),
    ...(dto.save_payment_method && { savePaymentMethod: true as const }),
    ...(typeof dto.expires_at === 'number' && { expiresAtMs: dto.expires_at * 1000 }),
  };
}

type TextKey =
  'description' | 'statementDescriptor' | 'customerId' | 'referenceId' | 'returnUrl' | 'paymentMethodId' | 'mandateId' | 'processor';

function textsOf(dto: CreatePaymentDto): Partial<Record<TextKey, string>> {
  const texts: [TextKey, string | null | undefined][] = [
    ['description', dto.description],
    ['statementDescriptor', dto.statement_descriptor],
    ['customerId', dto.customer_id],
    ['referenceId', dto.reference_id],
    ['returnUrl', dto.return_url],
    ['paymentMethodId', dto.payment_method_id],
    ['mandateId', dto.mandate_id],
    ['processor', dto.processor],
  ];
  const given: Partial<Record<TextKey, string>> = {};
  for (const [key, value] of texts) if (typeof value === 'string') given[key] = value;
  return given;
}

function customerOf(dto: PaymentCustomerDto): CustomerSnapshot {
  const phone = dto.phone ? normalizePhone(dto.phone)?.e164 : undefined;
  return {
    ...(typeof dto.name === 'string' && { name: dto.name }),
    ...(typeof dto.email === 'string' && { email: dto.email }),
    ...(phone && { phone }),
  };
}

function instrumentOf(dto: CreatePaymentDto, livemode: boolean): Instrument | undefined {
  switch (dto.payment_method) {
    case 'upi':
      return upiInstrumentOf(dto.upi);
    case 'card':
      return { method: 'card', card: dto.card && !livemode ? cardFactsOf(dto.card) : null };
    case 'netbanking':
      return { method: 'netbanking', bank: bankOf(dto.netbanking, livemode) };
    default:
      return undefined;
  }
}

/** A VPA without a flow means collect: the payer is asked at that address. */
function upiInstrumentOf(upi: UpiInstrumentDto | null | undefined): Instrument {
  const vpa = upi?.vpa ? normalizeVpa(upi.vpa) : null;
  return { method: 'upi', flow: upi?.flow ?? (vpa === null ? 'intent' : 'collect'), vpa };
}

function bankOf(netbanking: NetbankingInstrumentDto | null | undefined, livemode: boolean): string | null {
  return netbanking?.bank ? (findBankCode(netbanking.bank, livemode) ?? null) : null;
}

function cardFactsOf(dto: CardInstrumentDto): CardFacts | null {
  const digits = dto.number ? cardDigitsOf(dto.number) : undefined;
  const card = digits === undefined ? undefined : findSandboxCard(digits);
  if (card === undefined) return null;
  return {
    ...card,
    scenario: dto.cvv === WRONG_CVV ? WRONG_CVV_SCENARIO : card.scenario,
    expiryMonth: dto.expiry_month ?? null,
    expiryYear: dto.expiry_year ?? null,
  };
}
