import { findBankCode } from '../india/banks';
import { cardDigitsOf } from '../india/cards';
import { normalizePhone } from '../india/phone';
import { normalizeVpa } from '../india/vpa';
import { CARD_ENTRY_SCENARIOS, findSandboxCard } from '../sandbox/cards';
import { offeredMethods, withPaymentRules, type AccountRules } from '../accounts/account-rules';
import type { SealedText } from '../encrypted';
import type { CardFacts, CreatePaymentPayload, Instrument } from './commands';
import type { CreatePaymentDto } from './create-payment.dto';
import type { CardInstrumentDto, NetbankingInstrumentDto, PaymentCustomerDto, UpiInstrumentDto } from './payment-parts.dto';
import type { PaymentCustomer } from './payment.resource';
import { methodTakes, PAYMENT_METHODS, type PaymentMethod } from './payment-method';
import { UPI_CAP_MINOR_DEFAULT } from '../money';

const { wrongCvv: WRONG_CVV } = CARD_ENTRY_SCENARIOS;

/** What a body says about how the payer pays: the same for creating and for confirming a payment. */
export type InstrumentFields = Pick<CreatePaymentDto, 'payment_method' | 'payment_method_id' | 'upi' | 'card' | 'netbanking'>;

/** What a translation needs beside the body. */
export interface PayloadContext {
  livemode: boolean;
  /** Seals one value; needed when the body has a customer. */
  seal?: (value: PaymentCustomer, field: 'customer') => SealedText;
  /** The account's UPI ceiling, in paise; the default unless given. */
  upiCapMinor?: number;
  /** What the account has decided. */
  rules?: AccountRules;
}

/**
 * The command payload of a body that was validated. What is personal is sealed. Here, and nowhere else, a raw
 * sandbox card number is dropped: what travels is its scenario, network and last four digits; no number, no CVV.
 */
export function toCreatePaymentPayload(dto: CreatePaymentDto, context: PayloadContext): CreatePaymentPayload {
  const { livemode, seal, rules } = context;
  const instrument = instrumentOf(dto, livemode);
  const customer = dto.customer ? sealed(customerOf(dto.customer), seal) : undefined;
  return {
    amount: dto.amount,
    currency: dto.currency.toUpperCase(),
    methods: usableMethods(dto, context),
    captureMethod: dto.capture_method ?? 'automatic',
    ...(typeof dto.capture_window_seconds === 'number' && { captureWindowMs: dto.capture_window_seconds * 1000 }),
    ...(instrument && { instrument }),
    ...textsOf(dto, rules),
    ...withPaymentRules(rules),
    ...(customer && { customer }),
    ...(dto.metadata && { metadata: dto.metadata }),
    ...(dto.off_session && { offSession: true as const }),
    ...(dto.save_payment_method && { savePaymentMethod: true as const }),
    ...(typeof dto.expires_at === 'number' && { expiresAtMs: dto.expires_at * 1000 }),
  };
}

type TextKey =
  'description' | 'statementDescriptor' | 'customerId' | 'referenceId' | 'returnUrl' | 'paymentMethodId' | 'mandateId' | 'processor';

/** An empty text is no text. */
function textsOf(dto: CreatePaymentDto, rules: AccountRules | undefined): Partial<Record<TextKey, string>> {
  const texts: [TextKey, string | null | undefined][] = [
    ['description', dto.description],
    ['statementDescriptor', dto.statement_descriptor || rules?.statementDescriptor],
    ['customerId', dto.customer_id],
    ['referenceId', dto.reference_id],
    ['returnUrl', dto.return_url],
    ['paymentMethodId', savedMethodIdOf(dto)],
    ['mandateId', dto.mandate_id],
    ['processor', dto.processor],
  ];
  const given: Partial<Record<TextKey, string>> = {};
  for (const [key, value] of texts) if (value) given[key] = value;
  return given;
}

/** As the API shows it: what is sealed is read back to the byte. */
function customerOf({ name, email, phone }: PaymentCustomerDto): PaymentCustomer {
  return { name: name || null, email: email || null, phone: (phone ? normalizePhone(phone)?.e164 : undefined) ?? null };
}

function sealed(customer: PaymentCustomer, seal: PayloadContext['seal']): SealedText {
  if (seal === undefined) throw new Error('a customer never travels in the clear');
  return seal(customer, 'customer');
}

/** What the payer pays with; undefined when the method is not chosen. */
export function instrumentOf(dto: InstrumentFields, livemode: boolean): Instrument | undefined {
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
    scenario: dto.cvv === WRONG_CVV.cvv ? WRONG_CVV.scenario : card.scenario,
    expiryMonth: dto.expiry_month ?? null,
    expiryYear: dto.expiry_year ?? null,
  };
}

/** The methods of a body that the account offers and that can carry its amount and currency. Empty when none can. */
export function usableMethods(
  dto: CreatePaymentDto,
  { upiCapMinor = UPI_CAP_MINOR_DEFAULT, rules }: Pick<PayloadContext, 'upiCapMinor' | 'rules'>,
): PaymentMethod[] {
  const asked = dto.payment_method ? [dto.payment_method] : methodListOf(dto);
  return asked.filter((method) => offeredMethods(rules).includes(method) && methodTakes(method, dto, upiCapMinor));
}

/** The list as given, or all methods. Something that is no list is reported by its field and counts as none given. */
function methodListOf({ payment_methods: methods }: CreatePaymentDto): readonly PaymentMethod[] {
  return Array.isArray(methods) && methods.length > 0 ? methods : PAYMENT_METHODS;
}

/** The saved instrument that a body names, by either of its two places; undefined when it names none. */
export function savedMethodIdOf({ payment_method_id: id, card }: InstrumentFields): string | undefined {
  return id ?? card?.payment_method_id ?? undefined;
}
