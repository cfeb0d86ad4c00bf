import { call } from './api.ts';
import { element, part } from './browser.ts';
import { onPress, onSubmit } from './forms.ts';
import { arePasskeysPossible, makePasskey, type PasskeyOptions } from './passkeys.ts';
import { ask } from './step-up.ts';

/** A passkey of the person. */
interface Passkey {
  id: string;
  name: string | null;
}

/** The passkeys of the person: shown, made and removed. Hidden where they cannot be made. */
export async function beginPasskeys(): Promise<void> {
  if (!arePasskeysPossible()) return;
  const section = part('passkeys');
  onSubmit(part<HTMLFormElement>('passkey-form'), async ({ name }) => {
    const { options } = await ask<PasskeyOptions<PublicKeyCredentialCreationOptionsJSON>>('POST', '/user/passkeys/options');
    await ask('POST', '/user/passkeys', { credential: await makePasskey(options), name });
    part<HTMLFormElement>('passkey-form').reset();
    await showPasskeys();
  });
  section.hidden = !(await showPasskeys());
}

/** @returns false when this Hundi has none. */
async function showPasskeys(): Promise<boolean> {
  const { user } = await call<{ user: { passkeys?: Passkey[] } }>('GET', '/dashboard/api/session');
  part('passkey-list').replaceChildren(...(user.passkeys ?? []).map(rowOf));
  for (const button of part('passkey-list').querySelectorAll<HTMLElement>('button')) {
    onPress(button, async () => {
      await ask('DELETE', `/user/passkeys/${encodeURIComponent(button.dataset['id'] ?? '')}`);
      await showPasskeys();
    });
  }
  return user.passkeys !== undefined;
}

function rowOf({ id, name }: Passkey): HTMLElement {
  return element('li', {}, name ?? id, ' ', element('button', { type: 'button', class: 'danger', 'data-id': id }, 'Remove'));
}
