import { emailField, nameField, newPasswordField, simpleForm } from './form-parts';
import { renderPage } from './page-frame';

/** The printed link: whoever reads the terminal becomes operator and owner of the account that is there. */
export function renderClaimPage(): string {
  const body = simpleForm({
    ...{ title: 'Claim this Hundi', path: '/claim', takesToken: true, next: '/dashboard', submit: 'Claim' },
    intro: '<p>You become an operator of this Hundi, and the owner of its first account.</p>',
    fields: nameField() + emailField() + newPasswordField(),
  });
  return renderPage({ title: 'Claim this Hundi', body, script: 'form-page.js' });
}
