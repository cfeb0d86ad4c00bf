import { randomBytes } from 'node:crypto';
import { SeededRandom } from '#testing';
import { decrypt, encrypt, IvSource, secretKeyOf } from './cipher';
import { ConfiguredKeys, readKeyList } from './key-encryption-keys';

const key = secretKeyOf(Buffer.alloc(32, 7));
const place = Buffer.from('acct_1\ncust_1');

describe('a sealed value', () => {
  const sealed = encrypt(key, new IvSource(new SeededRandom()).next(), Buffer.from('Asha Verma'), place);

  it('opens with its key in its place', () => {
    expect(decrypt(key, sealed, place).toString()).toBe('Asha Verma');
  });

  it('opens with no other key, in no other place, and with no bit changed', () => {
    expect(() => decrypt(secretKeyOf(Buffer.alloc(32, 8)), sealed, place)).toThrow();
    expect(() => decrypt(key, sealed, Buffer.from('acct_1\ncust_2'))).toThrow();
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((changed[index] ?? 0) ^ 1, index);
      expect(() => decrypt(key, changed, place)).toThrow();
    }
    expect(() => decrypt(key, sealed.subarray(0, 20), place)).toThrow();
  });
});

describe('initialization vectors', () => {
  it('never repeat, neither in one process nor in another', () => {
    const [one, other] = [new IvSource(new SeededRandom(1)), new IvSource(new SeededRandom(2))];
    const drawn = Array.from({ length: 5_000 }, () => [one.next().toString('hex'), other.next().toString('hex')]).flat();
    expect(new Set(drawn).size).toBe(10_000);
  });
});

describe('key-encryption keys', () => {
  const list = `new:${Buffer.alloc(32, 1).toString('base64')},old:${Buffer.alloc(32, 2).toString('base64')}`;
  const keys = new ConfiguredKeys(list, new SeededRandom());

  it('wrap with the first and unwrap with all', async () => {
    const dataKey = randomBytes(32);
    const wrapped = await keys.wrap(dataKey, place);
    expect(wrapped.keyId).toBe('new');
    expect(Buffer.from(await keys.unwrap(wrapped, place))).toEqual(dataKey);
    const old = new ConfiguredKeys(list.split(',')[1] ?? '', new SeededRandom(3));
    expect(Buffer.from(await keys.unwrap(await old.wrap(dataKey, place), place))).toEqual(dataKey);
  });

  it('refuse a key that is bound to another place, or under a key that is not there', async () => {
    const wrapped = await keys.wrap(randomBytes(32), place);
    await expect(keys.unwrap(wrapped, Buffer.from('acct_2\ncust_1'))).rejects.toThrow();
    await expect(keys.unwrap({ ...wrapped, keyId: 'lost' }, place)).rejects.toThrow('lost is not configured');
  });

  it('are read from one form only', () => {
    expect([...(readKeyList(list)?.keys() ?? [])]).toEqual(['new', 'old']);
    for (const wrong of [
      '',
      'a',
      'a:',
      `a:${Buffer.alloc(31).toString('base64')}`,
      `${list},`,
      `${list},new:${Buffer.alloc(32).toString('base64')}`,
    ]) {
      expect(readKeyList(wrong)).toBeUndefined();
    }
  });
});
