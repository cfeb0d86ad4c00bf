import { Refusal } from './api.ts';
import { beginAnewWithEachLink, forgetToken, goTo, keepInvitation, linkToken, part, showPart } from './browser.ts';
import { onSubmit, showProblem } from './forms.ts';
import { helpWithPassword } from './phrase.ts';
import { ask } from './step-up.ts';

const INCOMPLETE = new Refusal('link_invalid', 'The link is not complete. Open the whole link.');

/** A page with one form: where it goes, and what comes afterwards, stands in its attributes. */
function begin(form: HTMLFormElement): void {
  const { path = '', next, takesToken } = form.dataset;
  const isIncomplete = (): boolean => takesToken !== undefined && linkToken() === '';
  if (isIncomplete()) showProblem(form, INCOMPLETE);
  onSubmit(form, async (values) => {
    if (isIncomplete()) throw INCOMPLETE;
    await ask('POST', path, { ...values, ...(takesToken !== undefined && { token: linkToken() }) });
    forgetToken();
    if (next !== undefined) goTo(next);
    else showPart(part('done'), form);
  });
  document.getElementById('sign-in-first')?.addEventListener('click', () => keepInvitation(linkToken()));
}

if (document.getElementById('form') !== null) begin(part<HTMLFormElement>('form'));
if (document.getElementById('phrase') !== null) helpWithPassword();
beginAnewWithEachLink();
