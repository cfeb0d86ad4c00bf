import { AddressDigests } from './address-digests';
import { Pepper } from './pepper';

const ADDRESS = '203.0.113.77';
const PEPPER = 'a pepper of this suite';

describe('the digest of a client address', () => {
  const digests = new AddressDigests(new Pepper(PEPPER));

  it('is equal within its scope, and says nothing across scopes, addresses and peppers', () => {
    const digest = digests.of('acct_a', ADDRESS);
    expect(digest).toMatch(/^1:[\w-]{22}$/);
    expect(digests.of('acct_a', ADDRESS)).toBe(digest);
    const others = [
      digests.of('acct_b', ADDRESS),
      digests.of('acct_a', '203.0.113.78'),
      new AddressDigests(new Pepper('another pepper of it')).of('acct_a', ADDRESS),
    ];
    expect(new Set([digest, ...others]).size).toBe(4);
  });

  it('is made under the newest pepper, and says which that is', () => {
    expect(new AddressDigests(new Pepper(`1:an older one of them,2:${PEPPER}`)).of('acct_a', ADDRESS)).toMatch(/^2:/);
  });
});
