import { passwordProblem } from './password-policy';

const CONTEXT = ['Asha Rao', 'asha.rao@example.com'];
const GOOD = 'vexed-plum otter at noon';

describe('the choice of a password', () => {
  it.each([
    ['(5) fourteen characters', 'kq7#Vd!x9Lm2@p', 'password_too_short'],
    ['(5) fifteen characters', 'kq7#Vd!x9Lm2@pZ', null],
    ['(5) what everybody chooses', 'passwordpassword', 'password_too_common'],
    ['one character, repeated', 'aaaaaaaaaaaaaaaaaaaa', 'password_too_common'],
    ['the person and this product', 'asha.rao@example.com', 'password_too_common'],
    ['the product with a number', 'hundihundihundi1', 'password_too_common'],
    ['a phrase with spaces', GOOD, null],
    ['(5) 256 code points with spaces and ✓', `${GOOD} ✓ `.repeat(10).slice(0, 255) + '✓', null],
    ['257 code points', 'kq7#Vd!x9Lm2@pZ✓'.repeat(16) + 'a', 'password_too_long'],
    ['256 code points of two units each', `${GOOD} `.slice(0, 20) + '\u{1F511}'.repeat(236), null],
  ])('%s', async (_what, password, problem) => {
    expect(await passwordProblem(password, CONTEXT)).toBe(problem);
  });

  it('counts characters as they are after normalization', async () => {
    // Fourteen letters, one of them written with its accent apart.
    expect(await passwordProblem('kq7#Vd!x9Lm2e\u0301p', CONTEXT)).toBe('password_too_short');
  });
});
