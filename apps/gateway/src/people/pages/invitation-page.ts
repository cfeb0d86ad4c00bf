import { escapeHtml } from '../../docs/html';
import { emailField, nameField, newPasswordField, simpleForm } from './form-parts';
import { renderPage, type PageReader } from './page-frame';

const TITLE = 'Join an account';
const FORM = { title: TITLE, path: '/invitations/accept', takesToken: true, next: '/dashboard', submit: 'Join' } as const;

/** The link of an invitation: for whoever is signed in, else for somebody new. */
export function renderInvitationPage(reader: PageReader | null): string {
  const body = reader === null ? simpleForm({ ...FORM, ...FOR_NEW_PEOPLE }) : simpleForm({ ...FORM, ...forReader(reader) });
  return renderPage({ title: TITLE, body, script: 'form-page.js', reader });
}

const FOR_NEW_PEOPLE = {
  intro: '<p>You were invited. Use the address at which you got the mail.</p>',
  fields: nameField() + emailField() + newPasswordField(),
  more: '<p class="hint">You sign in here already? <a href="/dashboard/sign_in?return_to=/dashboard/invitation" id="sign-in-first">Sign in first</a></p>',
};

function forReader({ email }: PageReader): { intro: string; fields: string; more: string } {
  return {
    intro: `<p>You join as <strong>${escapeHtml(email)}</strong>, if the invitation is for this address.</p>`,
    fields: '',
    more: '<p class="hint">It is for another one? <a href="/dashboard">Sign out</a> first.</p>',
  };
}
