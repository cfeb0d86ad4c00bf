import { call } from './api.ts';
import { part } from './browser.ts';
import { onSubmit } from './forms.ts';
import { withStepUp } from './step-up.ts';

/** The decision whether an app may act for an account, and on to where the app waits for it. */
const form = part<HTMLFormElement>('consent');
let decision = 'deny';
for (const button of form.querySelectorAll('button')) button.addEventListener('click', () => (decision = button.value));
onSubmit(form, async ({ account_id }) => {
  const scopes = [...form.querySelectorAll<HTMLInputElement>('[name="scopes"]:checked')].map(({ value }) => value);
  const body = { account_id, decision, scopes };
  const answer = await withStepUp(() => call<{ redirect_to: string }>('POST', form.dataset['path'] ?? '', { body }));
  location.assign(answer.redirect_to);
});
