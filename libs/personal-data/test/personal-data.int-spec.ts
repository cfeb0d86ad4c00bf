import { randomBytes } from 'node:crypto';
import { newId } from '#contracts';
import {
  ConfiguredKeys,
  KEY_AGE_MAX_MS,
  migratePersonalData,
  PersonalData,
  rewrapKeys,
  SubjectErasedError,
  SubjectUnknownError,
} from '#personal-data';
import { SystemRandom } from '#service';
import { FixedClock, TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS, testDatabase, testPersonalData, type TestDatabase } from '#testing';
import { Client } from 'pg';

const random = new SystemRandom();
const clock = new FixedClock();
const accountId = newId('account', 0, clock.nowMs(), random);
const newCustomer = () => ({ accountId, id: newId('customer', 0, clock.nowMs(), random) });
const account = { accountId, id: accountId };

let database: TestDatabase;
let client: Client;
const opened: PersonalData[] = [];
const unreadable: string[] = [];

/** A process of its own: nothing cached, its own connections. */
function newProcess(keys = TEST_PERSONAL_DATA_KEYS): PersonalData {
  const made =
    keys === TEST_PERSONAL_DATA_KEYS
      ? testPersonalData(database.url, { clock, random }, (reason) => unreadable.push(reason))
      : new PersonalData({
          databaseUrl: database.url,
          keys: new ConfiguredKeys(keys, random),
          indexKey: TEST_INDEX_KEY,
          clock,
          random,
          onUnreadable: (reason) => unreadable.push(reason),
        });
  opened.push(made);
  return made;
}

const rowsOf = async (subject: string) =>
  (await client.query('select * from vault.data_keys where subject = $1', [subject])).rows as Record<string, unknown>[];
const inJson = (...tokens: string[]): string => JSON.stringify({ tokens });

beforeAll(async () => {
  database = await testDatabase('personal_data', migratePersonalData);
  client = new Client({ connectionString: database.url });
  await client.connect();
});
beforeEach(() => void (unreadable.length = 0));
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await client.end();
  await database.drop();
});

describe('a sealed value', () => {
  it('is read in every process of the same keys, inside any JSON text', async () => {
    const token = await newProcess().seal(account, { name: 'Asha Verma', email: null });
    expect(token).toMatch(new RegExp(`^~s1\\.${accountId}\\.[A-Za-z0-9_-]+$`));
    expect(token).not.toContain('Asha');
    expect(await newProcess().unseal(inJson(token), accountId)).toBe('{"tokens":[{"name":"Asha Verma","email":null}]}');
  });

  it('reads the same from memory, right after it was sealed, as deciphered; and from neither once it is erased', async () => {
    const [personal, customer] = [newProcess(), newCustomer()];
    const [token, other] = [await personal.seal(customer, 'Asha'), await personal.seal(customer, 'Ravi')];
    expect(await personal.unseal(inJson(token), accountId)).toBe('{"tokens":["Asha"]}');
    expect(await personal.unseal(inJson(token), accountId)).toBe('{"tokens":["Asha"]}');
    await personal.destroy(customer);
    expect(await personal.unseal(inJson(token, other), accountId)).toBe('{"tokens":[null,null]}');
  });

  it('costs nothing where there is none', () => {
    const text = '{"id":"pay_1","customer":null}';
    expect(newProcess().unseal(text, accountId)).toBe(text);
  });

  it('reads null for another account, in the place of another subject, changed, or made up', async () => {
    const personal = newProcess();
    const [one, other] = [newCustomer(), newCustomer()];
    const token = await personal.seal(one, 'Asha');
    await personal.seal(other, 'Ravi');
    const stranger = newId('account', 0, clock.nowMs(), random);
    expect(await personal.unseal(inJson(token), stranger)).toBe('{"tokens":[null]}');
    expect(await personal.unseal(inJson(token.replace(one.id, other.id)), accountId)).toBe('{"tokens":[null]}');
    const last = token.at(-2) === 'A' ? 'B' : 'A';
    expect(await personal.unseal(inJson(`${token.slice(0, -2)}${last}${token.at(-1)}`), accountId)).toBe('{"tokens":[null]}');
    expect(await personal.unseal(inJson(`~s1.cust_none.${'A'.repeat(60)}`), accountId)).toBe('{"tokens":[null]}');
    expect(unreadable).toEqual(['unknown_subject', 'tampered', 'tampered', 'unknown_subject']);
  });

  it('of the same text is never the same token', async () => {
    const seal = await newProcess().sealerOf(account);
    expect(new Set(Array.from({ length: 1_000 }, () => seal('Asha', 'name'))).size).toBe(1_000);
  });
});

describe('the key of a subject', () => {
  it('is made once, however many processes need it at the same moment', async () => {
    const subject = newCustomer();
    const tokens = await Promise.all(Array.from({ length: 12 }, (_, index) => newProcess().seal(subject, index)));
    expect(await rowsOf(subject.id)).toHaveLength(1);
    expect(await newProcess().unseal(inJson(...tokens), accountId)).toBe(JSON.stringify({ tokens: tokens.map((_, index) => index) }));
  });

  it('is kept wrapped, and asked for once a minute', async () => {
    const personal = newProcess();
    const subject = newCustomer();
    await personal.seal(subject, 'Asha');
    const [row] = await rowsOf(subject.id);
    expect(row).toMatchObject({ account_id: accountId, key_id: 'test-1', destroyed_at: null });
    expect((row?.wrapped_key as Buffer).length).toBe(60);
    await client.query('delete from vault.data_keys where subject = $1', [subject.id]);
    const token = await personal.seal(subject, 'Asha');
    expect(await personal.unseal(inJson(token), accountId)).toContain('Asha');
    clock.advanceMs(KEY_AGE_MAX_MS);
    expect(await personal.unseal(inJson(token), accountId)).toBe('{"tokens":[null]}');
  });

  it('is looked up at the configured interval', async () => {
    const keys = new ConfiguredKeys(TEST_PERSONAL_DATA_KEYS, random);
    const personal = new PersonalData({ databaseUrl: database.url, keys, indexKey: TEST_INDEX_KEY, clock, random, keyAgeMs: 1_000 });
    opened.push(personal);
    const subject = newCustomer();
    const token = await personal.seal(subject, 'Asha');
    await client.query('delete from vault.data_keys where subject = $1', [subject.id]);
    clock.advanceMs(999);
    expect(await personal.unseal(inJson(token), accountId)).toContain('Asha');
    clock.advanceMs(1);
    expect(await personal.unseal(inJson(token), accountId)).toBe('{"tokens":[null]}');
  });

  it('is not made for a subject that has to exist', async () => {
    const subject = newCustomer();
    await expect(newProcess().sealerOf(subject, { mayCreate: false })).rejects.toThrow(SubjectUnknownError);
    expect(await rowsOf(subject.id)).toEqual([]);
  });

  it('of another account under the same id is another key', async () => {
    const personal = newProcess();
    const subject = newCustomer();
    const stranger = { accountId: newId('account', 1, clock.nowMs(), random), id: subject.id };
    const token = await personal.seal(stranger, 'theirs');
    await personal.seal(subject, 'ours');
    expect(await rowsOf(subject.id)).toHaveLength(2);
    expect(await personal.unseal(inJson(token), accountId)).toBe('{"tokens":[null]}');
  });
});

describe('an erased subject', () => {
  it('reads null at once here and within a minute everywhere, and is never sealed for again', async () => {
    const [here, there] = [newProcess(), newProcess()];
    const subject = newCustomer();
    const token = await here.seal(subject, 'Asha');
    expect(await there.unseal(inJson(token), accountId)).toContain('Asha');
    await here.destroy(subject);
    expect(await here.unseal(inJson(token), accountId)).toBe('{"tokens":[null]}');
    clock.advanceMs(KEY_AGE_MAX_MS);
    expect(await there.unseal(inJson(token), accountId)).toBe('{"tokens":[null]}');
    expect(unreadable).toEqual(['destroyed', 'destroyed']);
    await expect(there.sealerOf(subject)).rejects.toThrow(SubjectErasedError);
    await expect(newProcess().sealerOf(subject)).rejects.toThrow(SubjectErasedError);
  });

  it('is read nowhere after a minute, also where the clock was set back meanwhile', async () => {
    const [here, there] = [newProcess(), newProcess()];
    const subject = newCustomer();
    const token = await here.seal(subject, 'Asha');
    expect(await there.unseal(inJson(token), accountId)).toContain('Asha');
    await here.destroy(subject);
    clock.advanceMs(-3_600_000);
    clock.advanceMs(KEY_AGE_MAX_MS);
    expect(await there.unseal(inJson(token), accountId)).toBe('{"tokens":[null]}');
  });

  it('keeps when it was erased, and no key; erasing again changes nothing', async () => {
    const personal = newProcess();
    const subject = newCustomer();
    await personal.seal(subject, 'Asha');
    await personal.destroy(subject);
    const [first] = await rowsOf(subject.id);
    clock.advanceMs(5_000);
    await personal.destroy(subject);
    expect(await rowsOf(subject.id)).toEqual([first]);
    expect(first).toMatchObject({ wrapped_key: null, destroyed_at: expect.any(Date) as Date });
  });

  it('who never had a key never gets one', async () => {
    const subject = newCustomer();
    await newProcess().destroy(subject);
    await expect(newProcess().sealerOf(subject)).rejects.toThrow(SubjectErasedError);
  });
});

describe('a new key-encryption key', () => {
  const entry = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

  it('takes over by wrapping anew: nothing sealed changes, and the old key can go', async () => {
    const [newer, old] = [entry('new'), entry('old')];
    const subjects = [newCustomer(), newCustomer(), newCustomer()];
    const before = newProcess(old);
    const tokens = await Promise.all(subjects.map((subject, index) => before.seal(subject, `value ${index}`)));
    await before.destroy(subjects[2] ?? newCustomer());
    await client.query(`delete from vault.data_keys where key_id not in ('old', '')`);
    expect(await rewrapKeys({ databaseUrl: database.url, keys: `${newer},${old}`, random })).toEqual({ rewrapped: 2, unreadable: 0 });
    expect(await newProcess(newer).unseal(inJson(...tokens), accountId)).toBe('{"tokens":["value 0","value 1",null]}');
    expect(await rewrapKeys({ databaseUrl: database.url, keys: newer, random })).toEqual({ rewrapped: 0, unreadable: 0 });
  });

  it('that was put in place of the old one says how much cannot be read', async () => {
    const [newer, lost] = [entry('newer'), entry('lost')];
    const token = await newProcess(lost).seal(newCustomer(), 'Asha');
    const { unreadable: count } = await rewrapKeys({ databaseUrl: database.url, keys: newer, random });
    expect(count).toBeGreaterThan(0);
    expect(await newProcess(newer).unseal(inJson(token), accountId)).toBe('{"tokens":[null]}');
    expect(unreadable).toEqual(['key_unavailable']);
  });
});

describe('the blind index', () => {
  it('finds equal values of one account, whatever their case, and nothing across accounts or fields', () => {
    const personal = newProcess();
    const digest = personal.blindIndex(accountId, 'email', 'Asha@Example.com ');
    expect(digest).toBe(personal.blindIndex(accountId, 'email', 'asha@example.com'));
    expect(digest).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(digest).not.toBe(personal.blindIndex('acct_other', 'email', 'asha@example.com'));
    expect(digest).not.toBe(personal.blindIndex(accountId, 'phone', 'asha@example.com'));
  });
});
