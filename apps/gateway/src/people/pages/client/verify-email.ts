import { call, Refusal } from './api.ts';
import { beginAnewWithEachLink, forgetToken, linkToken, part, showPart } from './browser.ts';
import { secretText, showOnce } from './copy.ts';
import { onSubmit } from './forms.ts';
import { helpWithPassword } from './phrase.ts';

/** A session with its first keys, of a sign-up; else of a new address. */
interface Verified {
  first_keys?: { kind: string; secret: string }[];
}

/** The link is that of a sign-up: whoever opens it says what the password is. */
function askForPassword(error: unknown): never {
  if (error instanceof Refusal && 'password' in error.problems) part('password-part').hidden = false;
  throw error;
}

const form = part<HTMLFormElement>('form');
onSubmit(form, async ({ password }) => {
  const token = linkToken();
  if (token === '') throw new Refusal('link_invalid', 'The link is not complete. Open the whole link.');
  const body = { token, ...(password && { password }) };
  const { first_keys: keys } = await call<Verified>('POST', '/dashboard/api/verify_email', { body }).catch(askForPassword);
  forgetToken();
  if (keys === undefined) return showPart(part('confirmed'), form);
  showPart(part('keys'), form);
  showOnce(part('key-list'), ...keys.map(({ kind, secret }) => secretText(kind, secret)));
});
helpWithPassword();
showPart(form);
beginAnewWithEachLink();
