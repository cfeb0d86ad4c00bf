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
