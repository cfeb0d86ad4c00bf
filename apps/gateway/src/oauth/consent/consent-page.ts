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

/** The question whether an app may act for an account. It has a script of the pages of people, which sends the decision as JSON. */
export function renderConsentPage(page: ConsentPage): string {
  const { uid, appName, isVerified, livemode, redirectHost, user } = page;
  const name = escapeHtml(appName);
  const about = isVerified ? 'Verified by the operator.' : 'Not verified: continue only if you know who runs it.';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Connect ${name}</title>
<link rel="stylesheet" href="/dashboard/assets/portal.css"><script type="module" src="/dashboard/assets/consent.js"></script></head>
<body><main id="main" data-csrf="${escapeHtml(user.csrf)}">
<h1>Connect ${name}</h1>
<p>${about} You are signed in as ${escapeHtml(user.name)}. Mode: <strong>${livemode ? 'live' : 'test'}</strong>. It sends you back to
<strong>${escapeHtml(redirectHost)}</strong>.</p>
<form id="consent" class="panel" data-path="/oauth/consent/${escapeHtml(uid)}">
<div class="field"><label for="account">Account</label><select id="account" name="account_id">${accountsOf(page)}</select></div>
<fieldset><legend>${name} may</legend>${page.scopes.map(scopeRow).join('')}</fieldset>
<p class="problem" role="alert" tabindex="-1"></p>
<p class="actions end"><button type="submit" value="deny">Deny</button> <button type="submit" value="allow" class="primary">Allow</button></p>
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
