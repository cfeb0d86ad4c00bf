import { loadConfig } from '#service';
import { TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS } from '#testing';
import { PeopleConfig } from './people-config';

/** What a process is not started without. */
const REQUIRED = {
  DATABASE_URL: 'postgres://localhost/hundi',
  INTERNAL_TOKEN: 'development-only-token',
  PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS,
  PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY,
};

describe('where passwords known from breaches are looked for', () => {
  const load = (url: string): PeopleConfig => loadConfig(PeopleConfig, { ...REQUIRED, PASSWORD_RANGE_URL: url });

  it.each(['https://api.pwnedpasswords.com/range', 'http://127.0.0.1:8080', 'http://[::1]:8080/range', 'http://localhost/range'])(
    'may be %s',
    (url) => {
      expect(load(url).passwordRangeUrl).toBe(url);
    },
  );

  it.each([
    'http://api.pwnedpasswords.com/range',
    'https://somebody@example.com/range',
    'https://example.com/range?of=',
    'ftp://localhost/range',
    'api.pwnedpasswords.com',
  ])('may not be %s', (url) => {
    expect(() => load(url)).toThrow('PASSWORD_RANGE_URL');
  });
});

describe('whom mails are from', () => {
  const load = (from: string): PeopleConfig => loadConfig(PeopleConfig, { ...REQUIRED, MAIL_FROM: from });

  it.each(['no-reply@example.com', 'Acme Payments <no-reply@example.com>', '"Acme, Payments" <no-reply@localhost>', '<a@example.com>'])(
    'may be %s',
    (from) => expect(load(from).mailFrom).toBe(from),
  );

  it.each(['Acme Payments', 'Acme <>', 'Acme <no-reply>', '@example.com', 'no-reply@', 'a@example.com, Acme'])(
    'may not be %s: every mail would leave without a sender',
    (from) => expect(() => load(from)).toThrow('MAIL_FROM must be an address, or a name and an address in <>'),
  );
});
