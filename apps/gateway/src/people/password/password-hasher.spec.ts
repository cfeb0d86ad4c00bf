import { SeededRandom } from '#testing';
import { Pepper } from '../../auth/pepper';
import { HashQueue } from './hash-queue';
import { PasswordHasher } from './password-hasher';

const PASSWORD = 'correct horse battery staple ✓';
const OLD = 'a pepper of the tests';
const hasher = (pepper = OLD): PasswordHasher => new PasswordHasher(new Pepper(pepper), new SeededRandom(), new HashQueue());

describe('the hash of a password', () => {
  it('fits its password and no other', async () => {
    const stored = await hasher().hash(PASSWORD);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=1\$/);
    expect(await hasher().check(PASSWORD, stored)).toEqual({ isRight: true, isOutdated: false });
    expect((await hasher().check(`${PASSWORD} `, stored)).isRight).toBe(false);
  });

  it('is another one each time, and holds nothing of the password', async () => {
    const one = hasher();
    const [first, second] = [await one.hash(PASSWORD), await one.hash(PASSWORD)];
    expect(first).not.toBe(second);
    expect(first).not.toContain(PASSWORD);
  });

  it('(5) is the same for a long password with spaces and signs, however its characters are composed', async () => {
    const long = `${'né ✓ '.repeat(51)}é`;
    const stored = await hasher().hash(long.normalize('NFD'));
    expect([[...long].length, (await hasher().check(long.normalize('NFC'), stored)).isRight]).toEqual([256, true]);
  });

  it('is worthless without the pepper', async () => {
    const stored = await hasher().hash(PASSWORD);
    expect((await hasher('another pepper of the tests').check(PASSWORD, stored)).isRight).toBe(false);
  });

  it('is to be made anew under a newer pepper', async () => {
    const stored = await hasher().hash(PASSWORD);
    const both = hasher(`1:${OLD},2:a newer pepper of tests`);
    expect(await both.check(PASSWORD, stored)).toEqual({ isRight: true, isOutdated: true });
    expect(await both.check(PASSWORD, await both.hash(PASSWORD))).toEqual({ isRight: true, isOutdated: false });
  });

  it('(4) is computed also where there is none to compare with, and never fits then', async () => {
    const counted: string[] = [];
    const queue = new HashQueue();
    const run = queue.run.bind(queue);
    queue.run = (work) => (counted.push('hash'), run(work));
    const one = new PasswordHasher(new Pepper(OLD), new SeededRandom(), queue);
    expect((await one.check(PASSWORD, undefined)).isRight).toBe(false);
    expect(counted).toEqual(['hash']);
  });
});
