import { newPasswordField, problemPlace, submitRow } from './form-parts';
import { renderPage } from './page-frame';

/**
 * The link of a sign-up, which asks for the password once it is known to be one, or of a new address. It is used by a click: programs that
 * look into mails open links, too.
 */
export function renderVerifyEmailPage(): string {
  const body = `<div class="sign-in">
<form class="panel" id="form">
<h1>Confirm your e-mail address</h1>
<div id="password-part" hidden>
<p>Type the password that you will sign in with. This one counts, whatever was typed at the sign-up.</p>
${newPasswordField('optional')}
</div>
${problemPlace()}
${submitRow('Confirm')}
</form>
<section class="panel" id="keys" hidden>
<h1 tabindex="-1">Your first keys</h1>
<p>They are of test mode. The secret key is shown this once: put it where your server finds it.</p>
<div id="key-list"></div>
<p class="actions end"><a class="button" href="/dashboard">Go on</a></p>
</section>
<section class="panel" id="confirmed" hidden>
<h1 tabindex="-1">Your address is confirmed</h1>
<p class="actions end"><a class="button" href="/dashboard">Go on</a></p>
</section>
</div>`;
  return renderPage({ title: 'Confirm your e-mail address', body, script: 'verify-email.js' });
}
