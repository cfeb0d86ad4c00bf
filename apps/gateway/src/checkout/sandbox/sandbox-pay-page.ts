import type { ChargedMethod, PaymentResource } from '#contracts';
import { escapeHtml } from '../../docs/html';
import { pageOf } from '../checkout-page';
import { hidden, otpForm } from '../form-fields';

/** A button of the page: what it says, what that means, and the outcome that the sandbox is asked for. */
interface Decision {
  label: string;
  meaning: string;
  outcome: string;
}

/** What the tester may decide, by the word that the form sends. */
const DECISIONS: Readonly<Record<string, Decision>> = {
  success: { label: 'Success', meaning: 'The payer approves; a test card or a test amount may still be declined.', outcome: 'approve' },
  fail: { label: 'Fail', meaning: 'The bank declines.', outcome: 'failed' },
  cancel: { label: 'Cancel', meaning: 'The payer gives up.', outcome: 'payment_cancelled' },
  timeout: { label: 'Timeout', meaning: 'No answer comes in time.', outcome: 'payment_timed_out' },
};

/** The outcome that a decision asks for; undefined for a word of no button. */
export function outcomeOfDecision(word = ''): string | undefined {
  return Object.hasOwn(DECISIONS, word) ? DECISIONS[word]?.outcome : undefined;
}

const TITLES: Readonly<Record<ChargedMethod, string>> = {
  upi: 'The UPI app of the sandbox',
  card: 'The card page of the sandbox',
  netbanking: 'The mock bank of the sandbox',
  enach: 'The mock bank of the sandbox',
};

/** The page on which a tester plays the payer and their bank. `reason` is what went wrong just now. */
export function renderSandboxPay(payment: PaymentResource, secret: string, reason?: string): string {
  const alert = reason === undefined ? '' : `<p role="alert"><strong>${escapeHtml(reason)}</strong></p>`;
  const path = `/sandbox/pay/${payment.id}`;
  const otp = payment.payment_method === 'card' ? `<h2>With a one-time password</h2>${otpForm(path, secret)}` : '';
  const buttons = Object.entries(DECISIONS).map(
    ([word, { label, meaning }]) => `<p><button name="decision" value="${word}">${label}</button> ${meaning}</p>`,
  );
  const form = `<form method="post" action="${path}">${hidden('client_secret', secret)}\n${buttons.join('\n')}</form>`;
  return pageOf(payment, `<h2>${TITLES[payment.payment_method ?? 'upi']}</h2>${alert}${form}${otp}`);
}
