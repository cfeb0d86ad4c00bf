import { hundiUnderTest } from '#testing';
import { Cli, SHIM } from './hundi-tool';

jest.setTimeout(120_000);

const hundi = hundiUnderTest();

describe('npx hundi, asked for what it does not know', () => {
  it('explains itself', async () => {
    const cli = Cli.start(hundi, ['--help'], {}, SHIM);
    expect([await cli.ended, cli.out]).toEqual([0, expect.stringContaining('hundi listen [--forward-to <url>]')]);
    expect((await Cli.run(hundi, ['trigger', '--help'])).out).toContain('payment.captured');
  });

  // Every row has its environment: for a missing argument jest would hand in `done` and wait for it.
  it.each<[string, string[], [number, string], Record<string, string>]>([
    ['a command that is none', ['lisen'], [2, 'There is no command "lisen"'], {}],
    ['an option that is none', ['listen', '--to', 'x'], [2, "Unknown option '--to'"], {}],
    ['an address that is none', ['listen', '--forward-to', 'localhost:3000'], [2, '--forward-to has to be an http or https address'], {}],
    ['a filter that is none', ['listen', '--events', 'Payments'], [2, 'This is none: "Payments"'], {}],
    [
      'a filter that nothing matches',
      ['listen', '--events', 'payment.*,payments.*'],
      [2, 'There is no event that "payments.*" matches'],
      {},
    ],
    ['a type that cannot be made', ['trigger', 'payment.invented'], [2, 'hundi cannot make "payment.invented" happen'], {}],
    ['an event that is none', ['resend', 'pay_1'], [2, 'hundi resend evt_'], {}],
    ['a live key', ['listen'], [1, 'hundi works in test mode'], { HUNDI_API_KEY: 'sk_live_1' }],
    ['no key', ['listen'], [1, 'There is no API key'], { HUNDI_API_KEY: '', HUNDI_DATA_DIR: '/nowhere' }],
    ['nobody there', ['listen'], [1, 'No reply from http://127.0.0.1:59999 (ECONNREFUSED)'], { HUNDI_BASE_URL: 'http://127.0.0.1:59999' }],
    ['a key that is none', ['trigger', 'payment.captured', '--api-key', 'sk_test_wrong'], [1, '401 api_key_invalid'], {}],
    ['an unknown event', ['resend', 'evt_0TgWzRaB0000000000000000'], [1, '404 resource_missing'], {}],
  ])('says plainly what is wrong with %s', async (_what, parameters, [code, sentence], environment) => {
    const answer = await Cli.run(hundi, parameters, environment);
    expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(sentence)]);
    expect(answer.err).not.toMatch(/^\s+at /m);
  });
});
