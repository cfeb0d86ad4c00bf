import { SystemClock, SystemRandom } from '#service';
import { changedLast } from '#testing';
import { formatSecretText, hintOf, newSecret, parseSecretText } from './secret-text';

const random = new SystemRandom(new SystemClock());
const ID = '0VB3xQ9k42aBcDeFgHiJkLmN';

describe('the text of a token or a client secret', () => {
  const parts = { livemode: false, id: ID, secret: newSecret(random) };
  const text = formatSecretText('at', parts);

  it('has 68 characters, and is taken apart again', () => {
    expect(text).toMatch(/^at_test_[0-9A-Za-z]{60}$/);
    expect(parseSecretText('at', text)).toEqual(parts);
    expect(parseSecretText('at', formatSecretText('at', { ...parts, livemode: true }))).toEqual({ ...parts, livemode: true });
  });

  it('(49) is refused without a question when it is cut, has a wrong character, or another prefix', () => {
    expect([text.slice(0, -1), changedLast(text), `${text}0`, text.replace('at_', 'rt_')].map((one) => parseSecretText('at', one))).toEqual(
      [...[undefined, undefined, undefined, undefined]],
    );
  });

  it('is shown by its beginning and its end', () => expect(hintOf(text)).toBe(`at_test_0VB3…${text.slice(-4)}`));
});
