import { call, Refusal } from './api.ts';
import { beginAnewWithEachLink, forgetToken, linkToken, part, showPart } from './browser.ts';
import { secretText, showOnce } from './copy.ts';
import { onSubmit } from './forms.ts';

/** A session with its first keys, of a sign-up; else of a new address. */
interface Verified {
  first_keys?: { kind: string; secret: string }[];
}

const form = part<HTMLFormElement>('form');
onSubmit(form, async () => {
  const token = linkToken();
  if (token === '') throw new Refusal('link_invalid', 'The link is not complete. Open the whole link.');
  const { first_keys: keys } = await call<Verified>('POST', '/dashboard/api/verify_email', { body: { token } });
  forgetToken();
  if (keys === undefined) return showPart(part('confirmed'), form);
  showPart(part('keys'), form);
  showOnce(part('key-list'), ...keys.map(({ kind, secret }) => secretText(kind, secret)));
});
showPart(form);
beginAnewWithEachLink();
