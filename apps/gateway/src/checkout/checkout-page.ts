import { BANK_NAMES, displayMinor, SANDBOX_BANK_NAMES, type PaymentMethod, type PaymentResource } from '#contracts';
import { escapeHtml, htmlPage } from '../docs/html';
import { renderNextStep } from './checkout-steps';
import { field, hidden, lookAgain } from './form-fields';

const METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = { upi: 'UPI', card: 'Card', netbanking: 'Netbanking' };
/** Every bank by its name, those of the sandbox last. */
const BANKS = optionsOf(BANK_NAMES);
const SANDBOX_BANKS = optionsOf(SANDBOX_BANK_NAMES);

/** What a page needs beside the payment. */
export interface PageContext {
  payment: PaymentResource;
  secret: string;
  /** A sentence about what just went wrong. */
  problem?: string;
}

/** The checkout of a payment, in whatever state it is. */
export function renderCheckout(context: PageContext): string {
  const { payment, secret, problem } = context;
  const reported = problem === undefined ? '' : `<p role="alert"><strong>${escapeHtml(problem)}</strong></p>`;
  return pageOf(
    payment,
    `${reported}${bodyOf(context)}`,
    isWaiting(payment) ? lookAgain(`/checkout/${payment.id}`, secret) : onward(payment),
  );
}

function bodyOf(context: PageContext): string {
  const { payment } = context;
  switch (payment.status) {
    case 'created':
      return chooser(context);
    case 'failed':
      return `${failure(payment)}${chooser(context)}`;
    case 'requires_action':
      return `${failure(payment)}${renderNextStep(context)}`;
    case 'processing':
      return '<p>The payment is under way. This page looks again by itself; please do not pay twice.</p>';
    case 'authorized':
    case 'captured':
      return `<p><strong>Thank you, the payment has arrived.</strong></p>${back(payment)}`;
    case 'refunded':
      return `<p>The payment was refunded.</p>${back(payment)}`;
    default:
      return `<p>The payment is ${escapeHtml(payment.status)} and can no longer be made.</p>${back(payment)}`;
  }
}

function failure({ last_error: error }: PaymentResource): string {
  return error === null ? '' : `<p role="alert">${escapeHtml(error.message)}</p>`;
}

function chooser({ payment, secret }: PageContext): string {
  const forms = payment.payment_methods.map((method) => formOf(payment, secret, method));
  return `<p>How would you like to pay?</p>\n${forms.join('\n')}`;
}

function formOf(payment: PaymentResource, secret: string, method: PaymentMethod): string {
  return `<form method="post" action="/checkout/${payment.id}"><h2>${METHOD_NAMES[method]}</h2>
${hidden('client_secret', secret)}${hidden('attempts', String(payment.attempt_count))}${hidden('payment_method', method)}${FIELDS[method](payment.livemode)}<button>Pay ${amountOf(payment)}</button></form>`;
}

/** Live cards are typed in at the processor; only the sandbox takes its own numbers here. */
const FIELDS: Readonly<Record<PaymentMethod, (livemode: boolean) => string>> = {
  upi: (livemode) => (livemode ? '' : field('vpa', 'UPI address, or nothing to pay with an app', 'success@sandbox')),
  card: (livemode) =>
    livemode
      ? ''
      : `${field('card_number', 'Card number of the sandbox', '4999000000000005')}${field('expiry', 'Expiry, MM/YY', '12/30')}${field('cvv', 'Security code', '123')}`,
  netbanking: (livemode) => {
    const options = livemode ? BANKS : `${BANKS}${SANDBOX_BANKS}`;
    return `<p><label>Bank <select name="bank">${options}</select></label></p>`;
  },
};

function optionsOf(names: Readonly<Record<string, string>>): string {
  const banks = Object.entries(names).toSorted(([, left], [, right]) => left.localeCompare(right, 'en'));
  return banks.map(([code, name]) => `<option value="${code}">${escapeHtml(name)}</option>`).join('');
}

function isWaiting({ status, next_action: action }: PaymentResource): boolean {
  return status === 'processing' || (status === 'requires_action' && action?.type !== 'otp' && action?.type !== 'redirect_to_url');
}

/** The customer is sent back by the page itself: a form may only lead here, and so may what it redirects to. */
function onward(payment: PaymentResource): string {
  const isOver = !['created', 'failed', 'requires_action'].includes(payment.status);
  const url = isOver ? returnUrlOf(payment) : null;
  return url === null ? '' : `<meta http-equiv="refresh" content="2;url=${escapeHtml(url)}">`;
}

function back(payment: PaymentResource): string {
  const url = returnUrlOf(payment);
  return url === null ? '' : `<p><a href="${escapeHtml(url)}" rel="noreferrer">Back to the shop</a></p>`;
}

/** The merchant's address with what it is about; null without one. */
function returnUrlOf({ id, status, return_url: returnUrl }: PaymentResource): string | null {
  if (returnUrl === null || !URL.canParse(returnUrl)) return null;
  const url = new URL(returnUrl);
  url.searchParams.set('payment_id', id);
  url.searchParams.set('status', status);
  return url.toString();
}

/** A page about a payment; `head` is HTML for its head. */
export function pageOf(payment: PaymentResource, body: string, head = ''): string {
  const about = payment.description === null ? '' : `<p>${escapeHtml(payment.description)}</p>`;
  const mode = payment.livemode ? '' : '<p class="facts">Test mode: no money moves.</p>';
  const page = htmlPage(`Pay ${amountOf(payment)}`, `<main>\n<h1>${amountOf(payment)}</h1>\n${about}${body}\n${mode}</main>`);
  return head === '' ? page : page.replace('</head>', () => `${head}\n</head>`);
}

/** The page for a link that opens nothing. It says nothing about whether the payment exists. */
export const CLOSED_PAGE = htmlPage(
  'No such payment page',
  '<main><h1>This link does not open a payment</h1><p>It is not complete, or not for this payment. Go back to the shop and try again.</p></main>',
);

function amountOf({ amount, currency }: PaymentResource): string {
  return displayMinor(amount, currency);
}
