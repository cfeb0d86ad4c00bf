import { AddressList, ADDRESSES_MAX } from './address-list';

describe('the addresses of a key', () => {
  const list = new AddressList(['203.0.113.0/24', '198.51.100.7', '2001:db8::/32', 'fd00::1']);

  it.each([
    ['203.0.113.0', true],
    ['203.0.113.255', true],
    ['203.0.114.0', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['::ffff:203.0.113.9', true],
    ['::ffff:203.0.114.9', false],
    ['2001:db8:ffff::1', true],
    ['2001:db9::1', false],
    ['fd00::1', true],
    ['fd00::2', false],
    ['', false],
    ['localhost', false],
  ])('%s: %s', (address, expected) => expect(list.includes(address)).toBe(expected));

  it.each(['203.0.113.0/33', '203.0.113.0/0', '::/0', '203.0.113/24', 'example.com', '', '1.2.3.4/24/8', '1.2.3.4/', '2001:db8::/129'])(
    'refuses the entry "%s"',
    (entry) => expect(() => new AddressList([entry])).toThrow('is no address and no range'),
  );

  it('has a bound', () => {
    const many = Array.from({ length: ADDRESSES_MAX + 1 }, (_, index) => `10.0.0.${index}`);
    expect(() => new AddressList(many)).toThrow('at most 100');
  });
});
