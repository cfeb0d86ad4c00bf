import {
  instrumentOf,
  savedMethodIdOf,
  withPaymentRules,
  type AccountRules,
  type CreateInvoiceDto,
  type FieldProblem,
  type InvoiceCommandPayloads,
  type InvoiceLineDto,
  type InvoiceLineTerms,
  type PayInvoiceDto,
  type PayInvoicePayload,
} from '#contracts';
import type { WriteContext } from '../../commands/write-rules';
import { toPriceTax } from '../plans/plan-payloads';
import { notOfferedProblem } from '../payments/validate-create-payment';
import { problem, returnUrlProblems, validateInstrument } from '../payments/validate-instrument';
import { amountProblems } from '../../validation/amount-problems';

const DAYS_UNTIL_DUE = 7;

/** The rules of `POST /v1/invoices` that span fields. */
export function validateCreateInvoice(dto: CreateInvoiceDto): FieldProblem[] {
  return [...currencyProblems(dto), ...lineProblems(dto), ...collectionProblems(dto)];
}

/** Mandates are in rupees. */
function currencyProblems({ currency, collection, mandate_id: mandateId }: CreateInvoiceDto): FieldProblem[] {
  if (typeof currency !== 'string') return [];
  if ((collection === 'automatic' || mandateId) && currency.toUpperCase() !== 'INR') {
    return [problem('currency', 'currency_not_supported', 'must be INR with a mandate: mandates are in rupees.')];
  }
  return amountProblems({ amount: Number.NaN, currency });
}

/** What one line may cost; whether a payment can take the total the service judges, which knows the tax. */
function lineProblems({ lines, currency }: CreateInvoiceDto): FieldProblem[] {
  if (!Array.isArray(lines)) return [];
  return lines.flatMap(({ amount, quantity }, index) => {
    const names = { amount: `lines.${index}.amount`, currency: 'currency' };
    const total = (amount ?? Number.NaN) * (quantity ?? 1);
    return amountProblems({ amount: total, currency: currency ?? 'INR', names }).filter(({ code }) => code === 'amount_too_large');
  });
}

function collectionProblems({ collection, mandate_id: mandateId, days_until_due: days }: CreateInvoiceDto): FieldProblem[] {
  if (collection === 'automatic' && !mandateId) {
    return [problem('mandate_id', 'parameter_missing', 'is required with collection automatic.', 'required')];
  }
  if (collection === 'send_invoice' && mandateId) {
    return [problem('mandate_id', 'parameters_exclusive', 'does not go with collection send_invoice.')];
  }
  const isDebited = Boolean(mandateId) && typeof days === 'number';
  return isDebited ? [problem('days_until_due', 'parameters_exclusive', 'does not go with mandate_id: the invoice is debited.')] : [];
}

/** What the mandate and the tax settings allow of it, the service judges. */
export function toCreateInvoicePayload(dto: CreateInvoiceDto): InvoiceCommandPayloads['invoices.create'] {
  const { customer_id: customerId, mandate_id: mandateId, currency, days_until_due: days, auto_finalize: isFinal } = dto;
  const { description, reference_id: referenceId, metadata } = dto;
  return {
    customerId,
    billingReason: 'manual',
    currency: currency?.toUpperCase() ?? 'INR',
    lines: dto.lines.map(toLine),
    collection: mandateId ? 'automatic' : 'send_invoice',
    ...(mandateId && { mandateId }),
    daysUntilDue: days ?? DAYS_UNTIL_DUE,
    isFinal: isFinal ?? true,
    ...(description && { description }),
    ...(referenceId && { referenceId }),
    ...(metadata && { metadata }),
  };
}

function toLine({ description, amount, quantity, tax }: InvoiceLineDto): InvoiceLineTerms {
  return {
    type: 'upfront',
    description,
    quantity: quantity ?? 1,
    unitAmount: amount,
    ...(tax && { tax: toPriceTax(tax) }),
  };
}

/** The rules of a payment of an invoice that span fields or depend on the mode. */
export function validatePayInvoice(dto: PayInvoiceDto, { livemode, rules }: Pick<WriteContext, 'livemode' | 'rules'>): FieldProblem[] {
  return [
    ...mandateProblems(dto),
    ...methodProblems(dto, rules),
    ...validateInstrument(dto, { livemode }),
    ...returnUrlProblems(dto, livemode),
  ];
}

/** A mandate says it alone. */
function mandateProblems(dto: PayInvoiceDto): FieldProblem[] {
  if (!dto.mandate_id) return [];
  const otherFields = ['payment_method', 'payment_methods', 'payment_method_id', 'return_url'] as const;
  return otherFields.filter((name) => dto[name]).map((name) => problem(name, 'parameters_exclusive', 'does not go with mandate_id.'));
}

function methodProblems(dto: PayInvoiceDto, rules: AccountRules): FieldProblem[] {
  const { payment_method: method, payment_methods: methods } = dto;
  const notOffered = notOfferedProblem(dto, rules);
  if (notOffered !== null) return [notOffered];
  if (!method || !Array.isArray(methods) || methods.includes(method)) return [];
  return [problem('payment_method', 'parameters_exclusive', 'is not one of payment_methods; send one of the two.')];
}

/** The command payload of a body that passed. A raw sandbox card number ends here, as with a payment. */
export function toPayInvoicePayload(dto: PayInvoiceDto, { livemode, rules }: Pick<WriteContext, 'livemode' | 'rules'>): PayInvoicePayload {
  const { mandate_id: mandateId, payment_method: method, payment_methods: methods, return_url: returnUrl } = dto;
  const [instrument, paymentMethodId] = [instrumentOf(dto, livemode), savedMethodIdOf(dto)];
  return {
    methods: method ? [method] : (methods ?? []),
    ...(mandateId && { mandateId }),
    ...(instrument && { instrument }),
    ...(paymentMethodId && { paymentMethodId }),
    ...(returnUrl && { returnUrl }),
    ...withPaymentRules(rules),
  };
}
