import { ROLES, TEAM_ROLES, type AccountOfUser, type Role, type SessionAnswer } from '#contracts';
import { escapeHtml } from '../../docs/html';
import { field, problemPlace, submitRow } from './form-parts';
import { renderPage, type PageReader } from './page-frame';

/** Who is signed in, and the little that they can do here. */
export function renderStartPage(session: SessionAnswer, reader: PageReader): string {
  const active = session.accounts.filter(({ status }) => status === 'active');
  const body = `<header class="head"><h1 tabindex="-1">${escapeHtml(reader.name)}</h1></header>
<div class="columns">
${personSection(reader)}
${accountsSection(session.accounts)}
${keySection(active)}
${factorSection(session)}
${PASSKEY_SECTION}
${inviteSection(active.filter(mayInvite))}
</div>`;
  return renderPage({ title: 'Dashboard', body, script: 'start.js', reader });
}

function personSection({ email, isOperator }: PageReader): string {
  const operator = isOperator ? ' <span class="badge">operator</span>' : '';
  return `<section class="panel" id="person"><h2>You</h2>
<p>${escapeHtml(email)}${operator}</p>
${problemPlace()}
<p class="actions end"><button type="button" id="sign-out-everywhere">Sign out everywhere</button>
<button type="button" id="sign-out">Sign out</button></p></section>`;
}

function accountsSection(accounts: readonly AccountOfUser[]): string {
  const rows = accounts.map(
    (account) =>
      `<div><dt>${escapeHtml(account.role)}, ${stateOf(account)}</dt><dd>${escapeHtml(account.name)} <code>${escapeHtml(account.id)}</code></dd></div>`,
  );
  return `<section class="panel"><h2>Accounts</h2><dl class="facts">${rows.join('')}</dl></section>`;
}

function stateOf({ status, live_enabled: isLive }: AccountOfUser): string {
  if (status !== 'active') return status;
  return isLive ? 'test and live mode' : 'test mode';
}

function keySection(accounts: readonly AccountOfUser[]): string {
  if (accounts.length === 0) return '';
  const modes = accounts.some(({ live_enabled: isLive }) => isLive) ? option('test') + option('live') : option('test');
  return `<form class="panel" id="key-form"><h2>Make a secret key</h2>
${accountField('key-account', accounts)}
${select('mode', 'Mode', modes)}
${problemPlace()}
${submitRow('Make a key')}
<div id="key" class="secret" hidden><p>It is shown this once.</p></div></form>`;
}

function factorSection({ user }: SessionAnswer): string {
  const state = user.totp_enabled ? `On. Recovery codes left: ${user.recovery_codes_left}.` : 'Off. Without one, live mode is read-only.';
  const buttons = user.totp_enabled
    ? '<button type="button" id="remove-totp" class="danger">Remove</button><button type="button" id="renew-codes">New recovery codes</button>'
    : '<button type="button" id="begin-totp">Set up an app</button>';
  return `<section class="panel" id="second-factor"><h2>Second factor</h2>
<p id="totp-state">${state}</p>
${problemPlace()}
<p class="actions end" id="totp-actions">${buttons}</p>
<form id="totp-form" hidden><p>Add this to the app that shows codes, then enter the code that it shows.</p>
<div id="totp-code"></div><p class="secret"><code id="totp-uri"></code></p>
${field({ name: 'code', id: 'totp', label: 'Code', autocomplete: 'one-time-code' })}
${problemPlace()}${submitRow('Confirm')}</form>
<div id="recovery" class="secret" hidden><p tabindex="-1">Keep these recovery codes. Each works once in place of a code; they are shown this once.</p></div></section>`;
}

const PASSKEY_SECTION = `<section class="panel" id="passkeys" hidden><h2>Passkeys</h2>
<ul id="passkey-list"></ul>
${problemPlace()}
<form id="passkey-form">${field({ name: 'name', id: 'passkey-name', label: 'Name of the new one', autocomplete: 'off', hint: 'For example the device.' })}
${problemPlace()}${submitRow('Add a passkey')}</form></section>`;

const MAY_INVITE: ReadonlySet<Role> = new Set(TEAM_ROLES);

function mayInvite({ role }: AccountOfUser): boolean {
  return MAY_INVITE.has(role);
}

function inviteSection(accounts: readonly AccountOfUser[]): string {
  if (accounts.length === 0) return '';
  return `<form class="panel" id="invite-form"><h2>Invite a colleague</h2>
${accountField('invite-account', accounts)}
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'off' })}
${select('role', 'Role', ROLES.toReversed().map(option).join(''))}
${problemPlace()}
${submitRow('Invite')}
<div id="invited" class="secret" hidden><p>The invitation is on its way.</p></div></form>`;
}

function accountField(id: string, accounts: readonly AccountOfUser[]): string {
  const options = accounts.map((account) => `<option value="${escapeHtml(account.id)}">${escapeHtml(account.name)}</option>`);
  return select('account', 'Account', options.join(''), id);
}

/** @param options HTML. */
function select(name: string, label: string, options: string, id = name): string {
  return `<div class="field"><label for="${id}">${label}</label><select id="${id}" name="${name}">${options}</select></div>`;
}

function option(word: string): string {
  return `<option value="${word}">${word}</option>`;
}
