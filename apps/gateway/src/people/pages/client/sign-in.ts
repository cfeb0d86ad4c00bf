import { call, Refusal } from './api.ts';
import { beginAnewWithEachLink, forgetToken, goTo, linkToken, part, showPart } from './browser.ts';
import { onPress, onSubmit, showProblem } from './forms.ts';
import { arePasskeysPossible, choosePasskey } from './passkeys.ts';
import { factorOf } from './step-up.ts';

/** A session, or what is still asked for. */
interface SignedIn {
  second_factor?: string[];
  flow?: string;
}

const [passwordForm, factorForm, linkForm] = ['password-form', 'factor-form', 'link-form'].map((id) => part<HTMLFormElement>(id)) as [
  HTMLFormElement,
  HTMLFormElement,
  HTMLFormElement,
];
let flow = '';

function goOn(answer: SignedIn): void {
  forgetToken();
  if (answer.flow === undefined) return goTo(part('main').dataset['returnTo'] ?? '');
  flow = answer.flow;
  part('factor-passkey').hidden = !(answer.second_factor?.includes('passkey') && arePasskeysPossible());
  showPart(factorForm, passwordForm, linkForm);
}

const send = (path: string, body: unknown): Promise<SignedIn> => call('POST', `/dashboard/api/sign_in${path}`, { body });

/** When the sign-in is over, or too many codes were wrong, it begins again. */
async function sendFactor(factorOfPerson: () => object | Promise<object>): Promise<void> {
  try {
    goOn(await send('/second_factor', { flow, ...(await factorOfPerson()) }));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'session_missing') throw error;
    showPart(passwordForm, factorForm);
    showProblem(passwordForm, new Refusal('session_missing', 'This took too long, or too many codes were wrong. Begin again.'));
  }
}

async function mailLink(): Promise<void> {
  const email = part<HTMLInputElement>('email');
  if (!email.reportValidity()) return;
  await send('/link', { email: email.value });
  part('mailed').textContent = 'If there is somebody with this address, a mail with a link is on its way. It works for fifteen minutes.';
}

const optionsPath = '/sign_in/passkey/options';
const withPasskey = async (): Promise<void> => goOn(await send('/passkey', { credential: await choosePasskey(optionsPath, {}) }));

onSubmit(passwordForm, async ({ email, password }) => goOn(await send('', { email, password })));
onSubmit(factorForm, ({ code = '' }) => sendFactor(() => factorOf(code)));
onSubmit(linkForm, async () => goOn(await send('/link', { token: linkToken() })));
onPress(part('mail-link'), mailLink);
onPress(part('use-passkey'), withPasskey);
onPress(part('factor-passkey'), () => sendFactor(async () => ({ passkey: await choosePasskey(optionsPath, { flow }) })));
part('use-passkey').hidden = !arePasskeysPossible();
showPart(linkToken() === '' ? passwordForm : linkForm);
beginAnewWithEachLink();
