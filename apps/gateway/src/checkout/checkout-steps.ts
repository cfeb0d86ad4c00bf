import type { PaymentNextAction, PaymentResource } from '#contracts';
import { escapeHtml } from '../docs/html';
import { qrSvg } from '../qr-codes/qr-svg';
import { otpForm } from './form-fields';

/** The payment, and what opens its pages. */
interface Opened {
  payment: PaymentResource;
  secret: string;
}

/** What the payer has to do next, as HTML. */
export function renderNextStep(opened: Opened): string {
  const action = opened.payment.next_action;
  return (action && STEPS[action.type]?.(action, opened)) ?? WAIT;
}

const WAIT = '<p>This page looks again by itself.</p>';

type Step = (action: PaymentNextAction, opened: Opened) => string;

const STEPS: Readonly<Record<string, Step>> = {
  otp: (_action, { payment, secret }) => otpForm(`/checkout/${payment.id}`, secret),
  redirect_to_url: ({ url }, opened) =>
    `<p><a href="${escapeHtml(bankUrl(url ?? '', opened))}" rel="noreferrer">Continue to your bank</a></p>`,
  upi_intent: upiStep,
  upi_qr: upiStep,
  upi_collect: ({ vpa }, opened) =>
    `<p>Approve the request for ${escapeHtml(vpa ?? 'your UPI address')} in your UPI app.</p>${sandboxApp(opened)}${WAIT}`,
};

/** The code for a phone that scans this screen, and the link for a phone that shows it. */
function upiStep({ qr }: PaymentNextAction, opened: Opened): string {
  const link = qr ?? '';
  const image = qrSvg(link);
  const code =
    image === null
      ? ''
      : `<figure class="qr"><div role="img" aria-label="QR code of this payment">${image}</div><figcaption>Scan the code with any UPI app.</figcaption></figure>`;
  return `${code}<p>On this phone: <a href="${escapeHtml(link)}">Open your UPI app</a></p>${sandboxApp(opened)}${WAIT}`;
}

/** No app pays at the sandbox: its own page plays one. */
function sandboxApp(opened: Opened): string {
  return isAtSandbox(opened.payment)
    ? `<p class="facts">No UPI app pays in test mode. <a href="${sandboxUrl(opened)}">Open the UPI app of the sandbox</a></p>`
    : '';
}

/** Our own mock bank is opened by the secret, which no other page is given. */
function bankUrl(url: string, opened: Opened): string {
  const isOurs = isAtSandbox(opened.payment) && url.endsWith(`/sandbox/pay/${opened.payment.id}`);
  return isOurs ? sandboxUrl(opened) : url;
}

function isAtSandbox({ livemode, processor }: PaymentResource): boolean {
  return !livemode && processor === 'sandbox';
}

function sandboxUrl({ payment, secret }: Opened): string {
  return `/sandbox/pay/${payment.id}?client_secret=${secret}`;
}
