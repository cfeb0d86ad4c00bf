import { call } from './api.ts';
import { goTo, part } from './browser.ts';
import { secretText, showOnce } from './copy.ts';
import { onPress, onSubmit } from './forms.ts';
import { beginPasskeys } from './passkey-section.ts';
import { beginSecondFactor } from './second-factor.ts';
import { ask, withStepUp } from './step-up.ts';

async function signOut(path: string): Promise<void> {
  await call('POST', `/dashboard/api/${path}`);
  goTo('/dashboard/sign_in');
}

onPress(part('sign-out'), () => signOut('sign_out'));
onPress(part('sign-out-everywhere'), () => signOut('sign_out_everywhere'));

/** A form that only who has an account to use it for is shown. */
function onSubmitOf(id: string, send: Parameters<typeof onSubmit>[1]): void {
  const form = document.getElementById(id);
  if (form !== null) onSubmit(form as HTMLFormElement, send);
}

onSubmitOf('key-form', async ({ account = '', mode = '' }) => {
  const headers = { 'hundi-account': account, 'hundi-mode': mode };
  const { secret } = await withStepUp(() => call<{ secret: string }>('POST', '/v1/api_keys', { body: { kind: 'secret' }, headers }));
  showOnce(part('key'), secretText('', secret));
});

onSubmitOf('invite-form', async ({ account, email, role }) => {
  // With its link where there is no mail server.
  const { link } = await ask<{ link?: string }>('POST', '/invitations', { email, role }, account);
  showOnce(part('invited'), ...(link === undefined ? [] : [secretText('There is no mail server, so hand on this link:', link)]));
});

beginSecondFactor();
void beginPasskeys();
