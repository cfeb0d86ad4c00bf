import { randomBytes } from 'node:crypto';
import { testDatabase, type TestDatabase } from '#testing';
import { migrateGateway } from '../migrate-gateway';
import { GatewayDatabase } from '../tables/gateway-database';
import { clearGuesses, deleteForeignStreaks, takeGuess } from './guessing/guess-counters.table';
import { findLink, insertLink, useLink } from './links/links.table';
import { closeMail, insertMail, takeMails } from './mails/mails.table';
import { insertChallenge, takeChallenge } from './passkeys/passkey-challenges.table';
import { insertPasskey, passkeysOf, usePasskey } from './passkeys/passkeys.table';
import { replaceRecoveryCodes, takeRecoveryCode } from './second-factor/recovery-codes.table';
import { confirmTotp, saveTotpSecret, takeTotpStep } from './second-factor/totp.table';
import { deleteSessionsOf, findSession, insertSession, renewSession, sessionsOf } from './sessions/sessions.table';
import { endFlow, insertFlow, takeFlowTry } from './sign-in/flows.table';
import { findUser, findUserByEmail, insertUser, saveEmail } from './users/users.table';

const NOW_MS = 1_795_800_000_000;
const digest = (): Buffer => randomBytes(32);
const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
const trues = (answers: readonly unknown[]): number => answers.filter((answer) => answer === true).length;

describe('the tables of people', () => {
  let database: TestDatabase;
  let gateway: GatewayDatabase;
  const ask: GatewayDatabase['ask'] = (text, values) => gateway.ask(text, values);
  beforeAll(async () => {
    database = await testDatabase('gateway', migrateGateway);
    gateway = new GatewayDatabase(database.url, () => undefined);
  });
  afterAll(async () => {
    await gateway.onApplicationShutdown();
    await database.drop();
  });

  async function newUser(emailDigest: string = idOf('digest')): Promise<string> {
    const id = idOf('usr');
    const user = {
      id,
      email: '~sealed',
      name: '~sealed',
      emailDigest,
      passwordHash: null,
      isOperator: false,
      createdAtMs: NOW_MS,
      emailVerifiedAtMs: null,
    };
    expect(await insertUser(ask, user)).toBe(true);
    return id;
  }

  it('hold one person for each address, also when two come at once', async () => {
    const emailDigest = idOf('digest');
    const made = await Promise.all(
      Array.from({ length: 8 }, () =>
        insertUser(ask, {
          ...{
            id: idOf('usr'),
            email: '~',
            name: '~',
            emailDigest,
            passwordHash: null,
            isOperator: false,
            createdAtMs: NOW_MS,
            emailVerifiedAtMs: null,
          },
        }),
      ),
    );
    expect(trues(made)).toBe(1);
    const other = await newUser();
    expect(await saveEmail(ask, other, { email: '~', digest: emailDigest, atMs: NOW_MS })).toBe(false);
    expect((await findUserByEmail(ask, emailDigest))?.status).toBe('active');
  });

  it('(12) let one of many use a link, and only in its time and for its purpose', async () => {
    const link = { purpose: 'reset_password' as const, userId: null, subject: null, sealed: null, expiresAtMs: NOW_MS + 10 };
    const [good, late] = [digest(), digest()];
    await insertLink(ask, good, link);
    await insertLink(ask, late, link);
    expect(await useLink(ask, good, 'sign_in', NOW_MS)).toBeUndefined();
    const used = await Promise.all(Array.from({ length: 8 }, () => useLink(ask, good, 'reset_password', NOW_MS)));
    expect(used.filter((one) => one !== undefined)).toEqual([link]);
    expect(await useLink(ask, late, 'reset_password', NOW_MS + 10)).toBeUndefined();
    expect(await findLink(ask, late, 'reset_password', NOW_MS)).toEqual(link);
  });

  it('(7) let no more tries pass than are free, however many come at once', async () => {
    const limit = { free: 10, windowMs: 3_600_000, waitMaxMs: 300_000 };
    const key = idOf('guess');
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => takeGuess(ask, key, limit, NOW_MS)));
    expect(verdicts.filter(({ isAllowed }) => isAllowed)).toHaveLength(10);
    expect(verdicts.filter(({ isAllowed }) => !isAllowed).every(({ waitMs }) => waitMs === 1_000)).toBe(true);
  });

  it('let one more try pass after a wait that doubles up to its end', async () => {
    const limit = { free: 2, windowMs: 3_600_000, waitMaxMs: 5_000 };
    const key = idOf('guess');
    let nowMs = NOW_MS;
    const waits: number[] = [];
    for (let tries = 0; tries < 7; tries++) {
      const { isAllowed, waitMs } = await takeGuess(ask, key, limit, nowMs);
      if (isAllowed) continue;
      waits.push(waitMs);
      nowMs += waitMs;
    }
    expect(waits).toEqual([1_000, 2_000, 4_000]);
    await clearGuesses(ask, [key]);
    expect((await takeGuess(ask, key, limit, nowMs)).isAllowed).toBe(true);
  });

  it('stop tries for good where there is no wait that is long enough', async () => {
    const limit = { free: 3, windowMs: Infinity, waitMaxMs: Infinity };
    const key = `streak ${idOf('guess')}`;
    for (let tries = 0; tries < 3; tries++) expect((await takeGuess(ask, key, limit, NOW_MS)).isAllowed).toBe(true);
    expect((await takeGuess(ask, key, limit, NOW_MS + 31_536_000_000)).isAllowed).toBe(false);
  });

  it("forget the streak of an address that is no user's, and of no other", async () => {
    const limit = { free: 2, windowMs: Infinity, waitMaxMs: Infinity };
    const [users, foreign, fresh] = [idOf('digest'), idOf('digest'), idOf('digest')].map((one) => `streak ${one}`) as [
      string,
      string,
      string,
    ];
    await newUser(users.slice(7));
    for (const key of [users, foreign, users, foreign]) await takeGuess(ask, key, limit, NOW_MS);
    for (const key of [fresh, fresh]) await takeGuess(ask, key, limit, NOW_MS + 1);
    await deleteForeignStreaks(ask, NOW_MS + 1);
    const allowed = await Promise.all([users, foreign, fresh].map(async (key) => (await takeGuess(ask, key, limit, NOW_MS + 2)).isAllowed));
    expect(allowed).toEqual([false, true, false]);
  });

  it('keep a second factor that counts, whatever is begun beside it, and let none count that was begun anew', async () => {
    const id = await newUser();
    const isOn = async (): Promise<boolean> => (await findUser(ask, id))?.totpConfirmedAtMs != null;
    await saveTotpSecret(ask, id, '~first');
    await saveTotpSecret(ask, id, '~second');
    expect([await confirmTotp(ask, id, { sealedSecret: '~first', atMs: NOW_MS }), await isOn()]).toEqual([false, false]);
    expect(await confirmTotp(ask, id, { sealedSecret: '~second', atMs: NOW_MS })).toBe(true);
    // Of two tabs: this one looked before the other one's code was right.
    expect([await saveTotpSecret(ask, id, '~third'), await isOn()]).toEqual([false, true]);
  });

  it('(8) take a step of a second factor once, and none before it', async () => {
    const id = await newUser();
    await saveTotpSecret(ask, id, '~sealed');
    await confirmTotp(ask, id, { sealedSecret: '~sealed', atMs: NOW_MS });
    expect(trues(await Promise.all(Array.from({ length: 8 }, () => takeTotpStep(ask, id, 100))))).toBe(1);
    expect([await takeTotpStep(ask, id, 99), await takeTotpStep(ask, id, 101)]).toEqual([false, true]);
  });

  it('take a recovery code once', async () => {
    const id = await newUser();
    const codes = [digest(), digest()];
    await gateway.within((within) => replaceRecoveryCodes(within, id, codes));
    expect(trues(await Promise.all(Array.from({ length: 8 }, () => takeRecoveryCode(ask, id, codes[0] as Buffer))))).toBe(1);
    expect((await findUser(ask, id))?.recoveryCodesLeft).toBe(1);
  });

  it('take no more tries of a second factor than a sign-in has, and end it once', async () => {
    const flow = digest();
    const userId = await newUser();
    await insertFlow(ask, flow, { userId, expiresAtMs: NOW_MS + 1 });
    const tries = await Promise.all(Array.from({ length: 12 }, () => takeFlowTry(ask, flow, { nowMs: NOW_MS, most: 5 })));
    expect(tries.filter((one) => one === userId)).toHaveLength(5);
    expect(trues(await Promise.all([endFlow(ask, flow), endFlow(ask, flow)]))).toBe(1);
  });

  it('keep a few challenges of one subject, the newest, and let one of many take each', async () => {
    const [subject, purpose] = [idOf('ses'), 'register' as const];
    const challenges = Array.from({ length: 5 }, digest);
    for (const [index, one] of challenges.entries())
      await insertChallenge(ask, one, { purpose, subject, expiresAtMs: NOW_MS + 10 + index }, 3);
    const take = (one: Buffer | undefined, wanted = {}) =>
      takeChallenge(ask, one as Buffer, { purpose, subject, nowMs: NOW_MS + 10, ...wanted });
    expect([await take(challenges[0]), await take(challenges[1])]).toEqual([false, false]);
    expect([await take(challenges[4], { purpose: 'sign_in' }), await take(challenges[4], { subject: idOf('ses') })]).toEqual([
      false,
      false,
    ]);
    expect(trues(await Promise.all(Array.from({ length: 8 }, () => take(challenges[4]))))).toBe(1);
    expect([await take(challenges[3], { nowMs: NOW_MS + 13 }), await take(challenges[2], { subject: null })]).toEqual([false, true]);
  });

  it('take a signature of a passkey once for each count', async () => {
    const userId = await newUser();
    const made = { userId, publicKey: digest(), transports: [], deviceType: 'multiDevice' as const, backedUp: true, name: '~' };
    const passkey = {
      ...made,
      id: idOf('passkey'),
      credentialId: digest().toString('base64url'),
      counter: 4,
      createdAtMs: NOW_MS,
      lastUsedAtMs: null,
    };
    expect(await gateway.within((within) => insertPasskey(within, passkey, 2))).toBe('stored');
    const use = (counter: number) => usePasskey(ask, passkey.id, { counter, backedUp: true, atMs: NOW_MS, isWithPassword: false });
    expect(trues(await Promise.all(Array.from({ length: 8 }, () => use(5))))).toBe(1);
    expect([await use(5), await use(0), await use(6)]).toEqual([false, false, true]);
    expect(await passkeysOf(ask, userId)).toEqual([{ ...passkey, counter: 6, lastUsedAtMs: NOW_MS, signsInAlone: true }]);
    const others = Array.from({ length: 4 }, () => ({ ...passkey, id: idOf('passkey'), credentialId: digest().toString('base64url') }));
    const inserted = await Promise.all(others.map((one) => gateway.within((within) => insertPasskey(within, one, 2))));
    expect(inserted.toSorted()).toEqual(['full', 'full', 'full', 'stored']);
  });

  it('(14) know a session by its newest token alone, and (18) end all but one', async () => {
    const userId = await newUser();
    const times = { createdAtMs: NOW_MS, lastSeenAtMs: NOW_MS, authenticatedAtMs: NOW_MS, endsAtMs: NOW_MS + 1_000 };
    const [first, second, third] = [digest(), digest(), digest()];
    const own = { id: idOf('ses'), userId, client: '~', ...times };
    await insertSession(ask, own, first);
    await insertSession(ask, { ...own, id: idOf('ses') }, second);
    expect(await renewSession(ask, own.id, { digest: third, atMs: NOW_MS + 5 })).toBe(true);
    expect(await findSession(ask, [first])).toBeUndefined();
    expect(await findSession(ask, [digest(), third])).toMatchObject({ id: own.id, authenticatedAtMs: NOW_MS + 5, hasSecondFactor: false });
    await deleteSessionsOf(ask, userId, own.id);
    expect((await sessionsOf(ask, userId, { nowMs: NOW_MS, idleSinceMs: 0 })).map(({ id }) => id)).toEqual([own.id]);
  });

  it('give a mail to one process at a time, and again when it said nothing', async () => {
    const id = idOf('mail');
    await insertMail(ask, { id, kind: 'verify_email', content: '~', createdAtMs: NOW_MS });
    const take = { nowMs: NOW_MS, leaseMs: 100, most: 10 };
    const taken = await Promise.all([takeMails(ask, take), takeMails(ask, take)]);
    expect(taken.flat().map((mail) => mail.id)).toEqual([id]);
    expect(await takeMails(ask, { ...take, nowMs: NOW_MS + 100 })).toHaveLength(1);
    await closeMail(ask, id);
    expect(await takeMails(ask, { ...take, nowMs: NOW_MS + 10_000 })).toEqual([]);
  });

  it('keep nothing of what was taken back', async () => {
    const emailDigest = idOf('digest');
    const user = {
      id: idOf('usr'),
      email: '~',
      name: '~',
      emailDigest,
      passwordHash: null,
      isOperator: false,
      createdAtMs: NOW_MS,
      emailVerifiedAtMs: null,
    };
    const broken = gateway.within(async (within) => {
      await insertUser(within, user);
      throw new Error('the mail could not be written');
    });
    await expect(broken).rejects.toThrow('the mail');
    expect(await findUserByEmail(ask, emailDigest)).toBeUndefined();
  });
});
