import { escapeHtml } from '../docs/html';

/** What a form sends without showing it. The client secret in it is what no other site can send. */
export function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
}

/** How long a page waits before it looks again, in seconds. */
const LOOK_AGAIN_S = 3;

/** The page looks again by itself. It names its address: that of a form that was refused has no secret in it. */
export function lookAgain(path: string, secret: string): string {
  return `<meta http-equiv="refresh" content="${LOOK_AGAIN_S};url=${escapeHtml(`${path}?client_secret=${encodeURIComponent(secret)}`)}">`;
}

/** One line to type in. */
export function field(name: string, label: string, example: string): string {
  return `<p><label>${escapeHtml(label)} <input name="${name}" placeholder="${escapeHtml(example)}" autocomplete="off"></label></p>`;
}

/** Where a one-time password is typed in. */
export function otpForm(path: string, secret: string): string {
  return `<form method="post" action="${escapeHtml(path)}">${hidden('client_secret', secret)}${field('otp', 'One-time password from your bank', '')}<button>Confirm</button></form>`;
}
