import type { Command } from '../command';
import type { FieldProblem } from '../errors';
import { PAYMENT_METHODS, type PaymentMethod } from '../payments/payment-method';

/** What to do with money that turns up after a payment had ended (docs/reference/state-machines.md, Late money). */
export const LATE_AUTHORIZATION_POLICIES = ['capture', 'refund', 'hold'] as const;
export type LateAuthorizationPolicy = (typeof LATE_AUTHORIZATION_POLICIES)[number];

/** What becomes of a key that was reported as leaked: a live secret key is always revoked. */
export const ON_LEAK = ['revoke', 'notify'] as const;
export type OnLeak = (typeof ON_LEAK)[number];

/** What happens to a subscription and its overdue invoices once nothing is tried any more (docs/how-to/dunning.md). */
export const AFTER_DUNNING = ['halt', 'cancel', 'mark_uncollectible', 'leave_past_due'] as const;
export type AfterDunning = (typeof AFTER_DUNNING)[number];

/** Whom an account has written to about its keys and webhook endpoints, at most. */
export const DEVELOPER_CONTACTS_MAX = 5;

/** What an account has decided about its requests, its payments and its people. Absent: what holds for every account. */
export interface AccountRules {
  /** Days for which requests are kept, 0 to 30. */
  requestLogDays?: number;
  /** 5 to 22 characters, for statements of payers, where a payment says nothing else. */
  statementDescriptor?: string;
  /** For payments that are created from then on. */
  lateAuthorization?: LateAuthorizationPolicy;
  /** As it is when dunning ends. */
  afterDunning?: AfterDunning;
  /** What payers may choose from, at least one. */
  paymentMethods?: readonly PaymentMethod[];
  /** Whether a `reference_id` is paid once: for payments that are created from then on. */
  uniqueReferenceId?: boolean;
  /** Whether only people with a second factor may do anything in the account. */
  requireTwoFactor?: boolean;
  onLeak?: OnLeak;
}

/** What the payments service decides by without a request. Null: what holds for every account. */
export interface SharedRules {
  afterDunning: AfterDunning | null;
}

/** By the account, to its rules at the payments service in each mode. `sequence`: of the account, so that an older one changes nothing. */
export type AccountRulesCommand = Command<'account_rules.set', SharedRules & { sequence: number }>;

/** Those of an account that has decided nothing. */
export const NO_RULES: AccountRules = {};

/** What a payment keeps of them, as they were when it was created. */
export type AccountPaymentRules = Pick<AccountRules, 'lateAuthorization' | 'paymentMethods' | 'uniqueReferenceId'>;

/** What payers may choose from in an account. */
export function offeredMethods({ paymentMethods }: AccountPaymentRules = NO_RULES): readonly PaymentMethod[] {
  return paymentMethods ?? PAYMENT_METHODS;
}

/** What goes with a command that makes a payment: nothing where the account has decided nothing about payments. */
export function withPaymentRules({ lateAuthorization, paymentMethods, uniqueReferenceId }: AccountRules = NO_RULES): {
  rules?: AccountPaymentRules;
} {
  if (lateAuthorization === undefined && paymentMethods === undefined && !uniqueReferenceId) return {};
  return {
    rules: {
      ...(lateAuthorization && { lateAuthorization }),
      ...(paymentMethods && { paymentMethods }),
      ...(uniqueReferenceId && { uniqueReferenceId }),
    },
  };
}

/** A method that the account does not offer. @param param the field that names it. */
export function methodNotOffered(param: string, { paymentMethods = PAYMENT_METHODS }: AccountPaymentRules): FieldProblem {
  const message = `The account offers ${paymentMethods.join(', ')} alone (settings.payment_methods).`;
  return { param, code: 'parameter_invalid', message, reason: METHOD_NOT_OFFERED };
}

export const METHOD_NOT_OFFERED = 'method_not_offered';
