import { FixedClock } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { addSecondFactor, linkTo, newEmail, PASSWORD, Person, signedUp } from '../../../test/person';
import { totpCode } from '../second-factor/totp';

const OTHER_PASSWORD = 'brisk-lantern heron on tin';
const MINUTE_MS = 60_000;

describe('the ways in that were open before', () => {
  let gateway: GatewayUnderTest;
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ clock, environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  const newPerson = (): Person => new Person(gateway.url, gateway.client.document);
  const reset = (token: string, password: string) => newPerson().post('/password/reset/confirm', { token, password });

  async function resetLinkOf(email: string): Promise<string> {
    await newPerson().post('/password/reset', { email });
    return linkTo(gateway, email, 'reset_password');
  }

  it.each(['a reset', 'a change'])('are closed by %s of the password: a link to another address', async (by) => {
    const { person, email } = await signedUp(gateway);
    const foreign = newEmail();
    // From a session that another person uses.
    await person.post('/user/email', { email: foreign });
    const token = await linkTo(gateway, foreign, 'verify_email');
    if (by === 'a reset') await reset(await resetLinkOf(email), OTHER_PASSWORD);
    else await person.post('/user/password', { password: OTHER_PASSWORD });
    expect((await newPerson().post('/verify_email', { token })).code).toBe('link_invalid');
    expect((await newPerson().post('/sign_in', { email, password: OTHER_PASSWORD })).status).toBe(200);
  });

  it('are closed by a reset of the password: a sign-in that waits for its second factor', async () => {
    const { person, email } = await signedUp(gateway);
    const secret = await addSecondFactor(person, clock.nowMs());
    clock.advanceMs(MINUTE_MS);
    const { json } = await newPerson().post('/sign_in', { email, password: PASSWORD });
    await reset(await resetLinkOf(email), OTHER_PASSWORD);
    const answer = await newPerson().post('/sign_in/second_factor', { flow: json.flow, totp: totpCode(secret, clock.nowMs()) });
    expect(answer.code).toBe('session_missing');
  });

  it('are closed by a new address: the links to the address before', async () => {
    const { person, email } = await signedUp(gateway);
    const resetToken = await resetLinkOf(email);
    await newPerson().post('/sign_in/link', { email });
    const signInToken = await linkTo(gateway, email, 'sign_in');
    const next = newEmail();
    await person.post('/user/email', { email: next });
    await person.post('/verify_email', { token: await linkTo(gateway, next, 'verify_email') });
    const answers = [await newPerson().post('/sign_in/link', { token: signInToken }), await reset(resetToken, OTHER_PASSWORD)];
    expect(answers.map(({ code }) => code)).toEqual(['link_invalid', 'link_invalid']);
  });
});
