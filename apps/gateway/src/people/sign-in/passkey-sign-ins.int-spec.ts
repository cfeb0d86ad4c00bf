import { FixedClock } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { addPasskey, flowOf, passkeyHolder, signInByPasskey } from '../../../test/passkey-holder';
import { linkTo, PASSWORD, Person, signedUp } from '../../../test/person';
import type { SoftwarePasskey } from '../../../test/software-authenticator';

const MINUTE_MS = 60_000;

describe('a passkey', () => {
  let gateway: GatewayUnderTest;
  let origin: string;
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    const started = await startGatewayUnderTest({ clock, environment: { RATE_LIMIT_ENABLED: 'false' } });
    origin = started.url.replace('127.0.0.1', 'localhost');
    gateway = { ...started, url: origin };
  });
  afterAll(() => gateway.stop());

  const newPerson = (): Person => new Person(origin, gateway.client.document);
  const holder = () => passkeyHolder(gateway);

  it('is asked for after the password, and goes with codes and recovery codes that there are', async () => {
    const { person, email, passkey, id } = await holder();
    const answer = await newPerson().post('/sign_in', { email, password: PASSWORD });
    expect(answer.json).toEqual({ second_factor: ['passkey'], flow: expect.stringMatching(/^.{43}$/) });
    await person.post('/user/recovery_codes');
    const flow = await flowOf(newPerson(), email);
    const { options } = (await newPerson().post('/sign_in/passkey/options', { flow })).json;
    expect(options).toMatchObject({ allowCredentials: [{ id: passkey.credentialId.toString('base64url') }] });
    const credential = passkey.get(options as object, { userHandle: null });
    const browser = newPerson();
    expect((await browser.post('/sign_in/passkey', { credential })).code).toBe('passkey_invalid');
    const again = (await newPerson().post('/sign_in/passkey/options', { flow })).json.options as object;
    const signed = passkey.get(again, { userHandle: null });
    expect((await browser.post('/sign_in/second_factor', { flow, passkey: signed })).status).toBe(200);
    expect((await browser.get('/session')).json).toMatchObject({ user: { passkeys: [{ id }], recovery_codes_left: 10 } });
    expect((await newPerson().post('/sign_in', { email, password: PASSWORD })).json.second_factor).toEqual(['passkey', 'recovery']);
  });

  it('of another person or for another sign-in is no second factor, and five tries end it', async () => {
    const [{ email }, { passkey: foreign, email: foreignEmail }] = [await holder(), await holder()];
    const [flow, foreignFlow] = [await flowOf(newPerson(), email), await flowOf(newPerson(), foreignEmail)];
    const optionsFor = async (one: string) => (await newPerson().post('/sign_in/passkey/options', { flow: one })).json.options as object;
    const send = (credential: object) => newPerson().post('/sign_in/second_factor', { flow, passkey: credential });
    expect((await send(foreign.get(await optionsFor(flow)))).code).toBe('passkey_invalid');
    for (let tries = 1; tries < 5; tries++) expect((await send(foreign.get(await optionsFor(foreignFlow)))).code).toBe('passkey_invalid');
    expect((await send(foreign.get(await optionsFor(foreignFlow)))).code).toBe('session_missing');
    expect((await newPerson().post('/sign_in/passkey/options', { flow })).code).toBe('session_missing');
  });

  it('(14) proves once more who it is, with another token, in the session that asked', async () => {
    const [{ person, passkey, email }, other] = [await holder(), await holder()];
    const codeOf = async (body: object) => (await person.post('/step_up', body)).code;
    clock.advanceMs(10 * MINUTE_MS);
    expect((await person.post('/user/passkeys/options')).code).toBe('step_up_required');
    const stepUp = async (one: Person, signer: SoftwarePasskey) => {
      const { options } = (await one.post('/step_up/passkey/options')).json;
      return signer.get(options as object);
    };
    expect(await codeOf({ passkey: await stepUp(other.person, other.passkey) })).toBe('passkey_invalid');
    expect(await codeOf({ passkey: await stepUp(other.person, passkey) })).toBe('passkey_invalid');
    expect([await codeOf({ password: PASSWORD }), await codeOf({})]).toEqual(['second_factor_required', 'parameter_missing']);
    const former = person.token;
    expect((await person.post('/step_up', { passkey: await stepUp(person, passkey) })).json).toMatchObject({ user: { email } });
    expect(person.token).not.toBe(former);
    expect((await person.post('/user/passkeys/options')).status).toBe(200);
  });

  it('does not outlive a reset of the password alone, whoever added it: it goes with the new password first', async () => {
    const { email, passkey } = await holder();
    await newPerson().post('/password/reset', { email });
    const [token, password] = [await linkTo(gateway, email, 'reset_password'), 'brisk-lantern heron on tin'];
    await newPerson().post('/password/reset/confirm', { token, password });
    expect((await signInByPasskey(newPerson(), passkey)).code).toBe('passkey_invalid');
    const { json } = await newPerson().post('/sign_in', { email, password });
    expect(json.second_factor).toEqual(['passkey']);
    const { options } = (await newPerson().post('/sign_in/passkey/options', { flow: json.flow })).json;
    const signed = passkey.get(options as object);
    expect((await newPerson().post('/sign_in/second_factor', { flow: json.flow, passkey: signed })).status).toBe(200);
    expect((await signInByPasskey(newPerson(), passkey)).status).toBe(200);
  });
});

describe('a passkey of someone whose address strangers try passwords of', () => {
  it('passes at once, and lets the password pass again too', async () => {
    const clock = new FixedClock(Date.now());
    const started = await startGatewayUnderTest({ clock });
    const gateway = { ...started, url: started.url.replace('127.0.0.1', 'localhost') };
    const [{ person, email }, newPerson] = [await signedUp(gateway), () => new Person(gateway.url, gateway.client.document)];
    const { passkey } = await addPasskey(person, gateway.url);
    const tryPassword = async (password = 'brisk-lantern heron on tin') => (await newPerson().post('/sign_in', { email, password })).code;
    for (let tries = 0; tries < 10; tries++) expect(await tryPassword()).toBe('credentials_invalid');
    expect(await tryPassword(PASSWORD)).toBe('rate_limited');
    expect((await signInByPasskey(newPerson(), passkey)).status).toBe(200);
    expect(await tryPassword(PASSWORD)).toBeUndefined();
    await gateway.stop();
  });
});
