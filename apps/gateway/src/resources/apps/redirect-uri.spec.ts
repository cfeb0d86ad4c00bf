import { isRedirectUri } from './redirect-uri';

describe('an address that an app is sent back to', () => {
  it.each([
    'https://books.example.com/back',
    'https://books.example.com',
    'https://books.example.com/back?from=hundi',
    'http://127.0.0.1/back',
  ])('may be %s', (uri) => expect(isRedirectUri(uri)).toBe(true));

  it.each([
    'http://books.example.com/back',
    'https://books.example.com/back#done',
    'https://books.example.com/#',
    'https://asha@books.example.com/back',
    'https://books.example.com/a/../back',
    'https://BOOKS.example.com/back',
    'https://books.example.com:443/back',
    'javascript:alert(1)',
    'books://back',
    'books.example.com',
    '//books.example.com',
  ])('is not %s', (uri) => expect(isRedirectUri(uri)).toBe(false));
});
