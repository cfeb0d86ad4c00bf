import type { DocumentType, VerificationResource } from '#contracts';
import { escapeHtml, htmlPage } from '../../docs/html';

const DOCUMENT_NAMES: Readonly<Record<DocumentType, string>> = {
  aadhaar: 'Aadhaar',
  pan: 'PAN',
  passport: 'passport',
  driving_licence: 'driving licence',
  voter_id: 'voter ID',
  gstin: 'GSTIN',
  cin: 'CIN',
  llpin: 'LLPIN',
  udyam: 'Udyam registration',
  bank_account: 'bank account',
  vpa: 'UPI address',
};

/** What the page needs beside the verification. */
export interface ConsentPageContext {
  verification: VerificationResource;
  secret: string;
  /** A sentence about what just went wrong. */
  problem?: string;
}

/** The mock DigiLocker of the sandbox: asks for consent while it is wanted, and leads back when it is not any more. */
export function renderConsent({ verification, secret, problem }: ConsentPageContext): string {
  const isAsked = verification.status === 'requires_input' && verification.next_action?.type === 'redirect';
  const reported = problem === undefined ? '' : `<p role="alert"><strong>${escapeHtml(problem)}</strong></p>`;
  return isAsked
    ? pageOf(`${reported}${input(verification, secret)}`)
    : pageOf(`${reported}${outcome(verification)}`, onward(verification));
}

function input({ id, document_type: type }: VerificationResource, secret: string): string {
  const hidden = `<input type="hidden" name="client_secret" value="${escapeHtml(secret)}">`;
  const buttons = '<button name="decision" value="approve">approve</button> <button name="decision" value="deny">deny</button>';
  return `<p>The mock DigiLocker of the sandbox. May your ${DOCUMENT_NAMES[type]} be shared for this verification?</p>
<form method="post" action="/sandbox/kyc/${id}">${hidden}${buttons}</form>`;
}

function outcome(verification: VerificationResource): string {
  const { status, verification_reason: reason } = verification;
  const because = reason === null ? '' : ` ${escapeHtml(reason)}`;
  const url = returnUrlOf(verification);
  const back = url === null ? '' : `<p><a href="${escapeHtml(url)}" rel="noreferrer">Go on</a></p>`;
  return `<p>The verification is <strong>${escapeHtml(status)}</strong>.${because}</p>${back}`;
}

/** The page itself leads back: a form may only lead here, and so may what it redirects to. */
function onward(verification: VerificationResource): string {
  const url = returnUrlOf(verification);
  return url === null ? '' : `<meta http-equiv="refresh" content="2;url=${escapeHtml(url)}">`;
}

/** The merchant's address with what it is about; null without one. */
function returnUrlOf({ id, status, redirect_url: redirectUrl }: VerificationResource): string | null {
  if (redirectUrl === null || !URL.canParse(redirectUrl)) return null;
  const url = new URL(redirectUrl);
  url.searchParams.set('verification_id', id);
  url.searchParams.set('status', status);
  return url.toString();
}

function pageOf(body: string, head = ''): string {
  const page = htmlPage(
    'Give consent',
    `<main>\n<h1>Share a document</h1>\n${body}\n<p class="facts">Test mode: nobody is asked, nothing is shared.</p></main>`,
  );
  return head === '' ? page : page.replace('</head>', () => `${head}\n</head>`);
}

/** The page for a link that opens nothing. It says nothing about whether the verification exists. */
export const CLOSED_CONSENT_PAGE = htmlPage(
  'No such page',
  '<main><h1>This link does not open a verification</h1><p>It is not complete, or not for this one. Go back and try again.</p></main>',
);
