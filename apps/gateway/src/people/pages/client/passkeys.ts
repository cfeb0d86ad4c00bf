import { call, Refusal } from './api.ts';

const API = '/dashboard/api';

/** WebAuthn binds a passkey to a name: an address has none. */
export function isBareAddress(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.startsWith('[');
}

/** Whether this browser can use passkeys here. */
export function arePasskeysPossible(): boolean {
  return (
    typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential && !isBareAddress(location.hostname)
  );
}

/** What is asked of the browser. */
export interface PasskeyOptions<TOptions> {
  options: TOptions;
}

/**
 * Lets the person choose one of their passkeys.
 *
 * @param path where the options come from. @returns what the server checks. @throws Refusal when none was chosen.
 */
export async function choosePasskey(path: string, body?: object): Promise<unknown> {
  const { options } = await call<PasskeyOptions<PublicKeyCredentialRequestOptionsJSON>>('POST', API + path, { body });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return jsonOf(await navigator.credentials.get({ publicKey }).catch(notChosen));
}

/** Makes a passkey. @param options as the server gave them. @throws Refusal when none was made. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return jsonOf(await navigator.credentials.create({ publicKey }).catch(notChosen));
}

function jsonOf(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) return notChosen();
  return credential.toJSON();
}

function notChosen(): never {
  throw new Refusal('passkey_missing', 'No passkey was used.');
}
