import { emailField, field, nameField, newPasswordField, simpleForm } from './form-parts';
import { renderPage } from './page-frame';

const TITLE = 'Sign up';
const CLOSED = `<div class="sign-in"><section class="panel"><h1>${TITLE}</h1>
<p>Accounts of this Hundi are made by invitation. If you have one, open the link of its mail.</p>
<p><a href="/dashboard/sign_in">Sign in</a></p></section></div>`;

/** @param isOpen whether anybody may make an account. */
export function renderSignUpPage(isOpen: boolean): string {
  if (!isOpen) return renderPage({ title: TITLE, body: CLOSED, script: 'form-page.js' });
  const body = simpleForm({
    ...{ title: TITLE, path: '/sign_up', submit: 'Sign up' },
    fields:
      nameField() +
      emailField() +
      field({ name: 'account_name', label: 'Name of the account', autocomplete: 'organization', hint: 'Your company or project.' }) +
      newPasswordField(),
    done: '<p>A mail with a link is on its way to you. Open it within a day to finish. Without a mail server the link is on the terminal of Hundi.</p>',
    more: '<p class="hint">You have an account? <a href="/dashboard/sign_in">Sign in</a></p>',
  });
  return renderPage({ title: TITLE, body, script: 'form-page.js' });
}
