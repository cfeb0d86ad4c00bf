import { call, Refusal } from './api.ts';
import { element } from './browser.ts';
import { onPress, onSubmit } from './forms.ts';
import { arePasskeysPossible, choosePasskey } from './passkeys.ts';

const API = '/dashboard/api';

/** A call of the dashboard's API; when it needs the password again, the person is asked for it, and the call is repeated. */
export function ask<TAnswer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, account?: string): Promise<TAnswer> {
  const headers: Record<string, string> = account === undefined ? {} : { 'hundi-account': account };
  return withStepUp(() => call<TAnswer>(method, `${API}${path}`, { body, headers }));
}

/** Does something; when it needs the password again, asks for it and does it once more. @throws Refusal. */
export async function withStepUp<TAnswer>(work: () => Promise<TAnswer>): Promise<TAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'step_up_required') throw error;
    if (!(await isConfirmed())) throw new Refusal('step_up_required', 'Nothing was changed: this needs your password.');
    return work();
  }
}

/** A code of six digits is one of the app; anything else a recovery code. */
export function factorOf(code: string): { totp?: string; recovery_code?: string } {
  const typed = code.trim();
  if (typed === '') return {};
  return /^\d{3}\s?\d{3}$/.test(typed) ? { totp: typed.replace(/\s/, '') } : { recovery_code: typed };
}

/** @returns false when the person closes the dialogue instead. */
function isConfirmed(): Promise<boolean> {
  const dialog = dialogOf();
  const confirm = async (body: object): Promise<void> => {
    await call('POST', `${API}/step_up`, { body });
    dialog.close('confirmed');
  };
  const form = dialog.querySelector('form');
  const [cancel, passkey] = ['cancel', 'passkey'].map((name) => dialog.querySelector<HTMLElement>(`[data-does="${name}"]`));
  if (form !== null) onSubmit(form, ({ password = '', code = '' }) => confirm({ password, ...factorOf(code) }));
  cancel?.addEventListener('click', () => dialog.close());
  if (passkey) onPress(passkey, async () => confirm({ passkey: await choosePasskey('/step_up/passkey/options') }));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'confirmed');
    });
  });
}

function dialogOf(): HTMLDialogElement {
  const passkey = arePasskeysPossible() ? [element('button', { type: 'button', 'data-does': 'passkey' }, 'Use a passkey')] : [];
  const buttons = element(
    'div',
    { class: 'actions end' },
    element('button', { type: 'button', 'data-does': 'cancel' }, 'Cancel'),
    ...passkey,
    element('button', { type: 'submit', class: 'primary' }, 'Go on'),
  );
  const form = element(
    'form',
    {},
    element('h2', { id: 'step-up-title' }, 'This needs your password again'),
    fieldOf('password', 'Password', { type: 'password', autocomplete: 'current-password', required: '' }),
    fieldOf('code', 'Code of your app, or a recovery code, if you have a second factor', { type: 'text', autocomplete: 'one-time-code' }),
    element('p', { class: 'problem', role: 'alert', tabindex: '-1' }),
    buttons,
  );
  return element('dialog', { 'aria-labelledby': 'step-up-title' }, form);
}

function fieldOf(name: string, label: string, attributes: Readonly<Record<string, string>>): HTMLElement {
  const id = `step-up-${name}`;
  return element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label),
    element('input', { id, name, 'aria-describedby': `${id}-problem`, ...attributes }),
    element('p', { class: 'problem', id: `${id}-problem`, 'data-problem-of': name }),
  );
}
