import { part, showPart } from './browser.ts';
import { secretText, showOnce } from './copy.ts';
import { onPress, onSubmit } from './forms.ts';
import { qrCode } from './qr-code.ts';
import { ask } from './step-up.ts';

/** They are shown once. */
interface RecoveryCodes {
  recovery_codes: string[];
}

/** The app that shows codes: set up, confirmed by its first code, removed; and the codes for the day on which it is lost. */
export function beginSecondFactor(): void {
  const form = part<HTMLFormElement>('totp-form');
  const buttonOf = (id: string): HTMLElement | null => document.getElementById(id);
  const [set, renew, remove] = ['begin-totp', 'renew-codes', 'remove-totp'].map(buttonOf);
  if (set) onPress(set, () => showUri(form));
  if (renew) onPress(renew, async () => showCodes(await ask<RecoveryCodes>('POST', '/user/recovery_codes')));
  if (remove) {
    onPress(remove, async () => {
      await ask('DELETE', '/user/totp');
      location.reload();
    });
  }
  onSubmit(form, async ({ code = '' }) => {
    const codes = await ask<RecoveryCodes>('POST', '/user/totp/confirm', { code: code.replaceAll(/\s/g, '') });
    form.hidden = true;
    part('totp-state').textContent = 'On.';
    showCodes(codes);
  });
}

async function showUri(form: HTMLFormElement): Promise<void> {
  const { otpauth_uri: uri } = await ask<{ otpauth_uri: string }>('POST', '/user/totp');
  part('totp-uri').textContent = uri;
  part('totp-code').replaceChildren(await qrCode(uri, 'QR code for the app'));
  showPart(form, part('begin-totp'));
}

function showCodes({ recovery_codes: codes }: RecoveryCodes): void {
  showOnce(part('recovery'), secretText('', codes.join('\n')));
}
