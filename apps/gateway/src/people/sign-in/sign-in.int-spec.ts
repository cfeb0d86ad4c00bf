import { eventually, FixedClock } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { linkTo, newEmail, PASSWORD, Person, signedUp, type PageAnswer } from '../../../test/person';
import { totpCode } from '../second-factor/totp';

const OTHER_PASSWORD = 'brisk-lantern heron on tin';
const MINUTE_MS = 60_000;

describe('signing in', () => {
  let gateway: GatewayUnderTest;
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ clock, environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  const newPerson = (): Person => new Person(gateway.url, gateway.client.document);
  const signIn = (person: Person, email: string, password = PASSWORD): Promise<PageAnswer> => person.post('/sign_in', { email, password });

  /** Someone whose app shows codes. */
  async function withFactor(): Promise<{ person: Person; email: string; secret: string; codes: string[] }> {
    const { person, email } = await signedUp(gateway);
    const { json } = await person.post('/user/totp');
    const secret = /secret=([A-Z2-7]{32})/.exec(String(json.otpauth_uri))?.[1] ?? '';
    const confirmed = await person.post('/user/totp/confirm', { code: totpCode(secret, clock.nowMs()) });
    return { person, email, secret, codes: confirmed.json.recovery_codes as string[] };
  }

  it('(13) sets a cookie that only our pages get, and (14) another one each time', async () => {
    const { person, email } = await signedUp(gateway);
    const first = person.token;
    const { status, headers } = await signIn(person, email);
    expect(status).toBe(200);
    expect(person.token).not.toBe(first);
    const cookies = [headers['set-cookie'] ?? []].flat();
    expect(cookies[0]).toMatch(/^__Host-hundi_session=[A-Za-z0-9_-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookies.join()).not.toContain('Domain');
  });

  it('(4) answers a wrong password and an unknown address alike', async () => {
    const { email } = await signedUp(gateway);
    const [wrong, unknown] = [await signIn(newPerson(), email, OTHER_PASSWORD), await signIn(newPerson(), newEmail())];
    const bare = ({ text }: PageAnswer): string => text.replaceAll(/req_[0-9A-Za-z]{24}/g, 'req');
    expect([wrong.status, wrong.code, bare(wrong)]).toEqual([401, 'credentials_invalid', bare(unknown)]);
  });

  it('(8) asks for the second factor, and takes each code once', async () => {
    const { email, secret } = await withFactor();
    clock.advanceMs(MINUTE_MS);
    const person = newPerson();
    const { json } = await signIn(person, email);
    expect(json).toEqual({ second_factor: ['totp', 'recovery'], flow: expect.stringMatching(/^.{43}$/) });
    expect((await person.get('/session')).code).toBe('session_missing');
    const totp = totpCode(secret, clock.nowMs());
    const again = await signIn(newPerson(), email);
    expect((await person.post('/sign_in/second_factor', { flow: json.flow, totp: '000000' })).code).toBe('code_invalid');
    expect((await person.post('/sign_in/second_factor', { flow: json.flow, totp })).status).toBe(200);
    expect((await newPerson().post('/sign_in/second_factor', { flow: again.json.flow, totp })).code).toBe('code_invalid');
    expect((await person.post('/sign_in/second_factor', { flow: json.flow, totp })).code).toBe('session_missing');
  });

  it('takes each recovery code once, however it is typed', async () => {
    const { email, codes } = await withFactor();
    expect(new Set(codes).size).toBe(10);
    const tryCode = async (code: string): Promise<number> => {
      const { json } = await signIn(newPerson(), email);
      return (await newPerson().post('/sign_in/second_factor', { flow: json.flow, recovery_code: code })).status;
    };
    const typed = (codes[0] ?? '').toUpperCase().replaceAll('-', ' ');
    expect([await tryCode(typed), await tryCode(codes[0] ?? ''), await tryCode(codes[1] ?? '')]).toEqual([200, 400, 200]);
  });

  it('ends a sign-in after five wrong codes', async () => {
    const { email, secret } = await withFactor();
    clock.advanceMs(MINUTE_MS);
    const { json } = await signIn(newPerson(), email);
    const send = (totp: string) => newPerson().post('/sign_in/second_factor', { flow: json.flow, totp });
    for (let tries = 0; tries < 5; tries++) expect((await send('000000')).code).toBe('code_invalid');
    expect((await send(totpCode(secret, clock.nowMs()))).code).toBe('session_missing');
  });

  it('works by a mailed link, once', async () => {
    const { email } = await signedUp(gateway);
    const unknown = await newPerson().post('/sign_in/link', { email: newEmail() });
    const known = await newPerson().post('/sign_in/link', { email });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    const token = await linkTo(gateway, email, 'sign_in');
    const person = newPerson();
    expect((await person.post('/sign_in/link', { token })).status).toBe(200);
    expect((await person.get('/session')).json).toMatchObject({ user: { email } });
    expect((await newPerson().post('/sign_in/link', { token })).code).toBe('link_invalid');
  });

  it('is over after eight hours without a request, and after seven days in any case', async () => {
    const { person } = await signedUp(gateway);
    clock.advanceMs(8 * 60 * MINUTE_MS);
    expect((await person.get('/session')).code).toBe('session_expired');
    const { person: busy } = await signedUp(gateway);
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      clock.advanceMs(6 * 60 * MINUTE_MS);
      // That it was used is written beside the answer.
      const seen = { status: 200, json: { data: [{ last_seen_at: Math.floor(clock.nowMs() / 1_000) }] } };
      await eventually(async () => expect(await busy.get('/sessions')).toMatchObject(seen));
    }
    clock.advanceMs(6 * 60 * MINUTE_MS);
    expect((await busy.get('/session')).code).toBe('session_expired');
  });

  it('(14) asks again after ten minutes for what needs it, and the token before is worth nothing', async () => {
    const { person } = await signedUp(gateway);
    clock.advanceMs(10 * MINUTE_MS);
    const change = () => person.post('/user/password', { password: OTHER_PASSWORD });
    expect((await change()).code).toBe('step_up_required');
    expect((await person.post('/step_up', { password: OTHER_PASSWORD })).code).toBe('credentials_invalid');
    const former = new Map(person.cookies);
    expect((await person.post('/step_up', { password: PASSWORD })).status).toBe(200);
    const thief = newPerson();
    for (const [name, value] of former) thief.cookies.set(name, value);
    expect((await thief.get('/session')).code).toBe('session_missing');
    expect((await change()).status).toBe(200);
  });

  it('(18) ends the other sessions with the password, and takes the new one alone', async () => {
    const { person, email } = await signedUp(gateway);
    const other = newPerson();
    await signIn(other, email);
    expect((await person.post('/user/password', { password: OTHER_PASSWORD })).status).toBe(200);
    expect([(await person.get('/session')).status, (await other.get('/session')).code]).toEqual([200, 'session_missing']);
    expect([(await signIn(newPerson(), email)).status, (await signIn(newPerson(), email, OTHER_PASSWORD)).status]).toEqual([401, 200]);
  });

  it('(17) ends everywhere at once', async () => {
    const { person, email } = await signedUp(gateway);
    const other = newPerson();
    await signIn(other, email);
    expect(((await other.get('/sessions')).json.data as object[]).length).toBe(2);
    expect((await person.post('/sign_out_everywhere')).status).toBe(200);
    expect([(await person.get('/session')).code, (await other.get('/session')).code]).toEqual(['session_missing', 'session_missing']);
  });

  it('ends one session of many, and none of another person', async () => {
    const { person, email } = await signedUp(gateway);
    const [other, stranger] = [newPerson(), (await signedUp(gateway)).person];
    await signIn(other, email);
    const sessions = (await person.get('/sessions')).json.data as { id: string; is_current: boolean }[];
    const { id } = sessions.find((session) => !session.is_current) ?? { id: '' };
    expect((await stranger.send('DELETE', `/sessions/${id}`)).status).toBe(404);
    expect((await person.send('DELETE', '/sessions/%00')).status).toBe(404);
    expect((await person.send('DELETE', `/sessions/${id}`)).status).toBe(200);
    expect((await other.get('/session')).code).toBe('session_missing');
  });

  it('takes a new password by a mailed link, once, and ends all sessions', async () => {
    const { person, email } = await signedUp(gateway);
    await newPerson().post('/password/reset', { email });
    const token = await linkTo(gateway, email, 'reset_password');
    const confirm = (password: string) => newPerson().post('/password/reset/confirm', { token, password });
    expect((await confirm('passwordpassword')).code).toBe('password_too_common');
    const answers = await Promise.all([confirm(OTHER_PASSWORD), confirm(OTHER_PASSWORD)]);
    expect(answers.map(({ code, status }) => code ?? status).toSorted()).toEqual([200, 'link_invalid']);
    expect((await person.get('/session')).code).toBe('session_missing');
    expect((await signIn(newPerson(), email, OTHER_PASSWORD)).status).toBe(200);
  });

  it('goes on with a new address once its link was opened, and never with one that another person has', async () => {
    const [{ person, email }, { email: taken }] = [await signedUp(gateway), await signedUp(gateway)];
    const next = newEmail();
    for (const wanted of [taken, next]) {
      await person.post('/user/email', { email: wanted });
      expect((await signIn(newPerson(), email)).status).toBe(200);
      const answer = await person.post('/verify_email', { token: await linkTo(gateway, wanted, 'verify_email') });
      expect(answer.code ?? answer.status).toBe(wanted === next ? 200 : 'link_invalid');
    }
    expect([(await signIn(newPerson(), next)).status, (await signIn(newPerson(), email)).status]).toEqual([200, 401]);
  });

  it('goes on with a new address as one of two who take it at once', async () => {
    const next = newEmail();
    const mailsTo = (): string[] => gateway.terminal.filter((line) => line.startsWith(`Mail to ${next}:`));
    const tokens: string[] = [];
    for (const count of [1, 2]) {
      await (await signedUp(gateway)).person.post('/user/email', { email: next });
      await eventually(async () => expect(mailsTo()).toHaveLength(count));
      tokens.push(await linkTo(gateway, next, 'verify_email'));
    }
    const answers = await Promise.all(tokens.map((token) => newPerson().post('/verify_email', { token })));
    expect(answers.map(({ code, status }) => code ?? status).toSorted()).toEqual([200, 'link_invalid']);
  });
});
