import { escapeHtml } from '../docs/html';

/** What a form sends without showing it. The client secret in it is what no other site can send. */
export function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
}

/** One line to type in. */
export function field(name: string, label: string, example: string): string {
  return `<p><label>${escapeHtml(label)} <input name="${name}" placeholder="${escapeHtml(example)}" autocomplete="off"></label></p>`;
}

/** Where a one-time password is typed in. */
export function otpForm(path: string, secret: string): string {
  return `<form method="post" action="${escapeHtml(path)}">${hidden('client_secret', secret)}${field('otp', 'One-time password from your bank', '')}<button>Confirm</button></form>`;
}
