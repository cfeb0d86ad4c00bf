import { emailField, newPasswordField, simpleForm } from './form-parts';
import { renderPage } from './page-frame';

const TITLE = 'Choose a new password';

/** Asks for the mail with the link. */
export function renderResetRequestPage(): string {
  const body = simpleForm({
    ...{ title: TITLE, path: '/password/reset', submit: 'Mail me a link' },
    fields: emailField(),
    done: '<p>If there is somebody with this address, a mail with a link is on its way. It works for an hour.</p>',
    more: '<p class="hint"><a href="/dashboard/sign_in">Sign in</a></p>',
  });
  return renderPage({ title: TITLE, body, script: 'form-page.js' });
}

/** The link of that mail. */
export function renderResetPage(): string {
  const body = simpleForm({
    ...{ title: TITLE, path: '/password/reset/confirm', takesToken: true, submit: 'Use this password' },
    fields: newPasswordField(),
    done: '<p>You have been signed out everywhere. <a href="/dashboard/sign_in">Sign in</a> with the new password.</p>',
    more: '<p class="hint"><a href="/dashboard/password/reset">Ask for another link</a></p>',
  });
  return renderPage({ title: TITLE, body, script: 'form-page.js' });
}
