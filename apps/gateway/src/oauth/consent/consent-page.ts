import { escapeHtml } from '../../docs/html';
import type { ConsentingUser } from './consenter';
import { scopeSentence } from './scope-sentences';

/** What the page shows. */
export interface ConsentPage {
  uid: string;
  appName: string;
  isVerified: boolean;
  livemode: boolean;
  /** Where the browser goes afterwards. */
  redirectHost: string;
  scopes: readonly string[];
  user: ConsentingUser;
  /** The account to choose first. */
  accountHint: string | null;
}

/** The question whether an app may act for an account. It has a script of ours, which sends the decision as JSON. */
export function renderConsentPage(page: ConsentPage): string {
  const { uid, appName, isVerified, livemode, redirectHost, user } = page;
  const name = escapeHtml(appName);
  const about = isVerified ? 'Verified by the operator.' : 'Not verified: continue only if you know who runs it.';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Connect ${name}</title>
<link rel="stylesheet" href="/docs/assets/page.css"><script src="/oauth/consent.js" defer></script></head>
<body><main>
<h1>Connect ${name}</h1>
<p>${about} You are signed in as ${escapeHtml(user.name)}. Mode: <strong>${livemode ? 'live' : 'test'}</strong>. It sends you back to
<strong>${escapeHtml(redirectHost)}</strong>.</p>
<form id="consent" data-path="/oauth/consent/${escapeHtml(uid)}" data-csrf="${escapeHtml(user.csrf)}">
<p><label for="account">Account</label> <select id="account" name="account_id">${accountsOf(page)}</select></p>
<fieldset><legend>${name} may</legend>${page.scopes.map(scopeRow).join('')}</fieldset>
<p><button type="submit" value="allow">Allow</button> <button type="submit" value="deny">Deny</button></p>
<p id="problem" role="alert"></p>
</form>
</main></body>
</html>
`;
}

function accountsOf({ user, accountHint }: ConsentPage): string {
  const option = ({ id, name }: { id: string; name: string }): string =>
    `<option value="${escapeHtml(id)}"${id === accountHint ? ' selected' : ''}>${escapeHtml(name)}</option>`;
  return user.accounts.map(option).join('');
}

function scopeRow(scope: string): string {
  const { text, isWrite } = scopeSentence(scope);
  const mark = isWrite ? ' <strong>(changes things)</strong>' : '';
  return `<p><label><input type="checkbox" name="scopes" value="${escapeHtml(scope)}" checked> ${escapeHtml(text)}${mark}</label></p>`;
}

/** The script of the page. */
export const CONSENT_SCRIPT = `'use strict';
const form = document.getElementById('consent');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const data = new FormData(form);
  const body = { account_id: data.get('account_id'), decision: event.submitter.value, scopes: data.getAll('scopes') };
  const headers = { 'content-type': 'application/json', 'hundi-csrf': form.dataset.csrf };
  const answer = await fetch(form.dataset.path, { method: 'POST', headers, body: JSON.stringify(body) });
  const said = await answer.json();
  if (answer.ok) location.assign(said.redirect_to);
  else document.getElementById('problem').textContent = said.error.message;
});
`;
