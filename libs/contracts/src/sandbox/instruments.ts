import { CAPTURED, failed, later, lateAuthorization, once, pending, type SandboxPlan } from './payment-plan';

/** A UPI address that does not exist: the request is refused when the address is looked up. */
export const REFUSED_VPA: SandboxPlan = { ...failed('invalid_vpa', 'ZH'), refusedParam: 'upi.vpa' };

/** Local part of `…@sandbox` → what a payment from this address does. */
export const VPA_PLANS: Readonly<Record<string, SandboxPlan>> = {
  success: CAPTURED,
  slow: later(undefined, 30, { state: 'captured' }),
  pending: pending('payment_pending', '01'),
  insufficient: failed('insufficient_funds', 'Z9'),
  wrongpin: failed('incorrect_pin', 'ZM'),
  pinblocked: failed('pin_attempts_exceeded', 'Z6'),
  declined: failed('payment_cancelled', 'ZA'),
  expired: once('requires_action'),
  limit: failed('transaction_limit_exceeded', 'Z8'),
  frequency: failed('transaction_frequency_limit_exceeded', 'Z7'),
  invalid: REFUSED_VPA,
  frozen: failed('debit_instrument_blocked', 'YE'),
  dormant: failed('debit_instrument_inactive', 'ZX'),
  risk: failed('payment_risk_check_failed', '59'),
  debitfailed: failed('payment_declined', 'U30'),
  bankdown: failed('bank_technical_error', '91'),
  pspdown: failed('psp_not_available', 'UP'),
  deemed: later('deemed_transaction', 60, { state: 'captured' }, 'RB'),
  late: lateAuthorization('00'),
  creditcard: { ...CAPTURED, payerAccountType: 'credit_card' },
  wallet: { ...CAPTURED, payerAccountType: 'wallet' },
};

/** Test addresses of other processors → the local part that does the same here. */
export const VPA_ALIASES: Readonly<Record<string, string>> = {
  'success@razorpay': 'success',
  'testsuccess@gocash': 'success',
  'success@upi': 'success',
  'failure@razorpay': 'debitfailed',
  'testfailure@gocash': 'debitfailed',
  'failure@upi': 'debitfailed',
  'testinvalid@gocash': 'invalid',
};

/** Paise → what a payment of this amount does, by any method whose instrument is in no table. */
export const AMOUNT_PLANS: Readonly<Record<string, SandboxPlan>> = {
  201: failed('insufficient_funds'),
  204: failed('incorrect_pin'),
  205: failed('transaction_limit_exceeded'),
  206: failed('payment_risk_check_failed'),
  301: failed('payment_timed_out'),
  302: failed('payment_cancelled'),
  303: once('expired', 'payment_collect_request_expired'),
  402: failed('payment_declined'),
  403: failed('bank_technical_error'),
  404: failed('gateway_technical_error'),
  409: later('deemed_transaction', 60, { state: 'captured' }),
  501: lateAuthorization(),
  700: pending('payment_pending'),
  701: later('payment_pending', 30, { state: 'captured' }),
  702: later('payment_pending', 30, { state: 'failed', reason: 'payment_declined' }),
};

/** Banks of the sandbox, test mode only. */
export const BANK_PLANS = {
  SBXS: CAPTURED,
  SBXF: failed('payment_failed'),
  SBXP: pending('payment_pending'),
  SBXC: failed('payment_cancelled'),
  SBXD: failed('bank_not_available'),
  SBXT: failed('payment_timed_out'),
  SBXM: later('payment_pending_approval', 120, { state: 'captured' }),
  SBXV: failed('bank_account_validation_failed'),
} satisfies Record<string, SandboxPlan>;

/** The codes of the banks of the sandbox. */
export const SANDBOX_BANK_CODES: ReadonlySet<string> = new Set(Object.keys(BANK_PLANS));
