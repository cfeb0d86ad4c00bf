import { Networks, networkOf } from './networks';

describe('requests to one network', () => {
  it('are at most 64 at once, and none of them blocks another network', () => {
    const networks = new Networks();
    const entered = Array.from({ length: 70 }, () => networks.enter('93.184.216'));
    expect(entered.filter(Boolean)).toHaveLength(64);
    expect(networks.enter('8.8.8')).toBe(true);
    networks.leave('93.184.216');
    expect([networks.enter('93.184.216'), networks.enter('93.184.216')]).toEqual([true, false]);
  });

  it.each([
    ['93.184.216.34', '93.184.216'],
    ['::ffff:93.184.216.1', '93.184.216'],
    ['2606:4700:4700::1111', '38.6.71.0.71.0'],
  ])('%s is of %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
