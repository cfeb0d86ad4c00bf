import { PublicUrl } from '../../http/public-url';
import { relyingPartyOf } from './relying-party';

describe('the relying party of a request', () => {
  const of = (host: string, publicUrl: string) => relyingPartyOf({ headers: { host } }, new PublicUrl(publicUrl));

  it.each([
    [
      'pay.example.com',
      'https://pay.example.com',
      { id: 'pay.example.com', origins: ['https://pay.example.com', 'https://pay.example.com'] },
    ],
    [
      'pay.example.com:8443',
      'https://pay.example.com:8443',
      { id: 'pay.example.com', origins: expect.arrayContaining(['https://pay.example.com:8443']) },
    ],
    ['localhost:4000', 'http://127.0.0.1:4000', { id: 'localhost', origins: ['http://localhost:4000'] }],
    ['localhost:4000', 'https://pay.example.com', { id: 'localhost', origins: ['https://localhost:4000'] }],
  ])('under %s of a Hundi at %s is that host, for pages of it alone', (host, publicUrl, expected) => {
    expect(of(host, publicUrl)).toEqual(expected);
  });

  it.each(['127.0.0.1:4000', '[::1]:4000', '203.0.113.7'])('is none under the bare address %s', (host) => {
    expect(() => of(host, `http://${host}`)).toThrow(expect.objectContaining({ code: 'passkeys_unavailable' }));
  });
});
