import { escapeHtml } from '../../docs/html';
import { emailField, field, passwordField, problemPlace, submitRow } from './form-parts';
import { renderPage, type PageReader } from './page-frame';

/** What the page depends on. */
export interface SignInPage {
  /** Where it leads to: a path of ours. */
  returnTo: string;
  isSignUpOpen: boolean;
  reader: PageReader | null;
}

/** Password, or a mailed link, or a passkey; then the second factor. The script shows one form at a time. */
export function renderSignInPage({ returnTo, isSignUpOpen, reader }: SignInPage): string {
  const body = `<div class="sign-in">
${reader === null ? '' : signedIn(reader, returnTo)}
${passwordForm(isSignUpOpen)}
${FACTOR_FORM}
${LINK_FORM}
</div>`;
  return renderPage({ title: 'Sign in', body, script: 'sign-in.js', facts: { 'return-to': returnTo } });
}

function signedIn({ email }: PageReader, returnTo: string): string {
  return `<p class="callout good">You are signed in as ${escapeHtml(email)}. <a href="${escapeHtml(returnTo)}">Go on</a></p>`;
}

function passwordForm(isSignUpOpen: boolean): string {
  const signUp = isSignUpOpen ? ' · <a href="/dashboard/sign_up">Sign up</a>' : '';
  const others = `<button type="button" id="use-passkey" hidden>Use a passkey</button>
<button type="button" id="mail-link">Mail me a link</button>`;
  return `<form class="panel" id="password-form" hidden>
<h1 tabindex="-1">Sign in</h1>
${emailField()}
${passwordField()}
${problemPlace()}
${submitRow('Sign in', others)}
<p class="hint" id="mailed" role="status"></p>
<p class="hint"><a href="/dashboard/password/reset">Forgot the password?</a>${signUp}</p>
</form>`;
}

const FACTOR_FORM = `<form class="panel" id="factor-form" hidden>
<h1 tabindex="-1">Second factor</h1>
${field({ name: 'code', label: 'Code', autocomplete: 'one-time-code', hint: 'Of your app, or one of your recovery codes.' })}
${problemPlace()}
${submitRow('Go on', '<button type="button" id="factor-passkey" hidden>Use a passkey</button>')}
</form>`;

const LINK_FORM = `<form class="panel" id="link-form" hidden>
<h1 tabindex="-1">Sign in</h1>
<p>With the link of your mail. It works once.</p>
${problemPlace()}
${submitRow('Sign in')}
<p class="hint"><a href="/dashboard/sign_in">Sign in with a password</a></p>
</form>`;
