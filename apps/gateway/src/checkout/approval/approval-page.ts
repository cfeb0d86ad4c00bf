import type { MandateResource, MandateStatus } from '#contracts';
import { escapeHtml, htmlPage } from '../../docs/html';
import { qrSvg } from '../../qr-codes/qr-svg';
import { hidden, lookAgain } from '../form-fields';
import { renderTerms } from './approval-terms';
import { renderChoice } from './choice-form';
import type { Approval } from './approvals';

/** How long it shows what came of it before it leads back to the merchant, in seconds. */
const BACK_AFTER_S = 2;

/** What a page needs beside what is agreed to. */
export interface ApprovalPageContext extends Approval {
  /** Of the mandate or of the subscription whose page it is. */
  id: string;
  secret: string;
  /** A sentence about what just went wrong. */
  problem: string | null;
}

/** The page of a mandate or of a subscription, in whatever state it is. */
export function renderApproval(context: ApprovalPageContext): string {
  const { merchant, mandate, subscription, problem } = context;
  const name = merchant ? `<p>${escapeHtml(merchant)}</p>` : '';
  const reported = problem === null ? '' : `<p role="alert"><strong>${escapeHtml(problem)}</strong></p>`;
  const isTest = !(mandate ?? subscription)?.livemode;
  const mode = isTest ? '<p class="facts">Test mode: no money moves.</p>' : '';
  const body = `${name}${renderTerms(mandate, subscription)}${reported}${stepOf(context)}`;
  const title = isTimeOver(context) ? 'The time to agree is over' : 'Agree to debits';
  const page = htmlPage(title, `<main>\n<h1>${title}</h1>\n${body}\n${mode}</main>`);
  const head = refreshOf(context);
  return head === '' ? page : page.replace('</head>', () => `${head}\n</head>`);
}

/** True when the payer did not agree in time. A mandate that waited for them ends with its subscription. */
function isTimeOver(context: ApprovalPageContext): boolean {
  const { mandate, subscription } = context;
  const isMandateLate = mandate?.status === 'expired' && mandate.activated_at === null;
  return subscription?.status === 'expired' || (isMandateLate && !isChoosing(context));
}

/** What the payer can do, or what became of it. */
function stepOf(context: ApprovalPageContext): string {
  const { mandate, subscription, secret } = context;
  if (isTimeOver(context)) return `<p>Nothing is debited. Ask the merchant for another link.</p>${back(context)}`;
  const step = mandate === null ? '' : mandateStep(context, mandate);
  if (subscription === null || !isChoosing(context)) return mandate === null ? nothingOf(context) : step;
  const failure = subscription.last_error === null ? '' : `<p role="alert">${escapeHtml(subscription.last_error.message)}</p>`;
  const heading = mandate === null ? 'How would you like to pay?' : 'Or choose how to pay:';
  return `${step}${failure}<p>${heading}</p>\n${renderChoice(subscription, secret)}`;
}

/** Whether the customer may choose a method: until the subscription begins, on its own page. */
function isChoosing({ id, subscription }: ApprovalPageContext): boolean {
  return subscription?.id === id && subscription.status === 'created' && subscription.payment_methods.length > 0;
}

function mandateStep(context: ApprovalPageContext, mandate: MandateResource): string {
  switch (mandate.status) {
    case 'created':
      return '<p>One moment: your agreement is being prepared. This page looks again by itself.</p>';
    case 'requires_action':
      return mandate.livemode ? liveStep(mandate) : testStep(context, mandate);
    default:
      return `<p>${outcomeOf(mandate.status, mandate.activated_at)}</p>${failureOf(mandate)}${back(context)}`;
  }
}

const OUTCOMES: Readonly<Record<Exclude<MandateStatus, 'created' | 'requires_action'>, string>> = {
  active: '<strong>Thank you, you have agreed.</strong>',
  paused: 'You have agreed; the debits are paused.',
  rejected: '<strong>There is no agreement: it was declined.</strong> Nothing is debited.',
  expired: 'The time to agree with this method is over.',
  revoked: 'The agreement has ended. Nothing is debited any more.',
};

/** An agreement that was in force ends at its end as it does when it is revoked. */
function outcomeOf(status: keyof typeof OUTCOMES, activatedAt: number | null): string {
  return OUTCOMES[status === 'expired' && activatedAt !== null ? 'revoked' : status];
}

function nothingOf({ subscription }: ApprovalPageContext): string {
  return `<p>There is nothing to agree to: the subscription is ${escapeHtml(subscription?.status ?? 'ended')}.</p>`;
}

function failureOf({ last_error: error }: MandateResource): string {
  return error === null ? '' : `<p role="alert">${escapeHtml(error.message)}</p>`;
}

/** The tester plays the payer: the two buttons do what `simulate` does. */
function testStep({ id, secret }: ApprovalPageContext, { method }: MandateResource): string {
  const buttons = '<button name="decision" value="approve">Approve</button> <button name="decision" value="decline">Decline</button>';
  const form = `<form method="post" action="/authorize/${id}">${hidden('client_secret', secret)}${buttons}</form>`;
  return `<h2>${TEST_TITLES[method]}</h2>${form}`;
}

const TEST_TITLES: Readonly<Record<MandateResource['method'], string>> = {
  upi: 'The UPI app of the sandbox',
  card: 'The card page of the sandbox',
  enach: 'The mock bank of the sandbox',
};

function liveStep({ next_action: action }: MandateResource): string {
  const url = action?.url ?? null;
  if (action === null || url === null) {
    return '<p>Your bank decides, or has sent you its page by e-mail or SMS. This page looks again by itself.</p>';
  }
  if (action.type !== 'upi_intent') return `<p><a href="${escapeHtml(url)}" rel="noreferrer">Continue to your bank</a></p>`;
  const image = qrSvg(url);
  const code =
    image === null
      ? ''
      : `<figure class="qr"><div role="img" aria-label="QR code of this agreement">${image}</div><figcaption>Scan the code with any UPI app.</figcaption></figure>`;
  return `${code}<p>On this phone: <a href="${escapeHtml(url)}">Open your UPI app</a></p><p>This page looks again by itself.</p>`;
}

/** It looks again while someone else decides, and leads back to the merchant by itself: a form may only lead here. */
function refreshOf(context: ApprovalPageContext): string {
  if (isWaiting(context)) return lookAgain(`/authorize/${context.id}`, context.secret);
  const url = returnUrlOf(context);
  return url === null ? '' : `<meta http-equiv="refresh" content="${BACK_AFTER_S};url=${escapeHtml(url)}">`;
}

function isWaiting({ mandate }: ApprovalPageContext): boolean {
  if (mandate === null || mandate.status === 'created') return mandate !== null;
  return mandate.status === 'requires_action' && mandate.livemode && mandate.next_action?.type !== 'redirect_to_url';
}

function back(context: ApprovalPageContext): string {
  const url = returnUrlOf(context);
  return url === null ? '' : `<p><a href="${escapeHtml(url)}" rel="noreferrer">Back to the shop</a></p>`;
}

/** The merchant's address with what it is about, once that is decided; null without one. */
function returnUrlOf(context: ApprovalPageContext): string | null {
  const { id, mandate, subscription } = context;
  if (isChoosing(context)) return null;
  if (mandate === null || mandate.status === 'created' || mandate.status === 'requires_action') return null;
  if (mandate.return_url === null || !URL.canParse(mandate.return_url)) return null;
  const url = new URL(mandate.return_url);
  if (subscription !== null && subscription.id === id) url.searchParams.set('subscription_id', id);
  url.searchParams.set('mandate_id', mandate.id);
  url.searchParams.set('status', mandate.status);
  return url.toString();
}

/** The page for a link that opens nothing. It does not show whether there is a mandate. */
export const CLOSED_APPROVAL_PAGE = htmlPage(
  'No such page',
  '<main><h1>This link does not open an agreement</h1><p>It is not complete, or not for this one. Ask for the link again.</p></main>',
);
