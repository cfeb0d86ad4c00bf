import { shardOfId } from '#contracts';
import { migratePersonalData, type PersonalData } from '#personal-data';
import { FixedClock, SeededRandom, testDatabase, testPersonalData } from '#testing';
import { Client, type Pool } from 'pg';
import { migrateKyc } from '../index';
import { documentHash, Intake, type IntakeOwner } from './document-intake';
import { Vault } from './vault';
import { DocumentHolders } from './document-customers';
import { openKycPool } from './kyc-pool';
import { NOW_MS } from '../../test/verification-histories';

const OWNER: IntakeOwner = { accountId: 'acct_000000000000000000000000', verificationId: 'kyc_0TgWzRaB07xK2mNq5Yd8Vf3L', livemode: true };
const NUMBER = '999941057058';
const KEEP_MS = 86_400_000;
const DOCUMENT = {
  documentType: 'aadhaar',
  number: '9999 4105 7058',
  ifsc: null,
  fileNumber: null,
  customerId: 'cust_1',
  method: null,
} as const;

describe('what must not travel', () => {
  const clock = new FixedClock(NOW_MS);
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let personalData: PersonalData;
  let vault: Vault;
  let intake: Intake;
  let client: Client;
  let pool: Pool;
  let holders: DocumentHolders;

  beforeAll(async () => {
    database = await testDatabase('vault');
    await Promise.all([migrateKyc(database.url), migratePersonalData(database.url)]);
    const random = new SeededRandom(7);
    personalData = testPersonalData(database.url, { clock, random });
    vault = new Vault({ databaseUrl: database.url, personalData, clock, random, onConnectionLost: () => undefined });
    const providers = { choose: () => ({ chain: [{ provider: 'cashfree', method: 'otp' as const }] }) };
    pool = openKycPool('views', { databaseUrl: database.url, onConnectionLost: () => undefined });
    holders = new DocumentHolders(pool);
    const rules = { keepMs: KEEP_MS, triesPerDay: 3, keepsAadhaarHash: false };
    intake = new Intake({ vault, holders, personalData, clock, providers, rules });
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await vault?.close();
    await pool?.end();
    await personalData?.close();
    await database?.drop();
  });

  const everything = async (): Promise<string> => {
    const { rows } = await client.query('SELECT v::text AS row FROM kyc.vault v UNION ALL SELECT t::text FROM kyc.document_tries t');
    return JSON.stringify(rows);
  };
  const taken = async (owner: IntakeOwner = OWNER) => {
    const result = await intake.takeDocument(owner, DOCUMENT);
    if ('refusal' in result) throw new Error(result.refusal.code);
    return result.document;
  };

  it('rests sealed in the vault, and is found by its verification alone', async () => {
    const { vaultId, ...shown } = await taken();
    expect(shown).toEqual({ masked: 'XXXX-XXXX-7058', isDuplicate: false, sandboxOutcome: null, failedCheck: null });
    expect(await everything()).not.toContain(NUMBER);
    expect(await vault.find(OWNER, vaultId ?? '')).toEqual({ documentNumber: NUMBER });
    expect(await vault.find({ ...OWNER, verificationId: 'kyc_1' }, vaultId ?? '')).toBeNull();
    expect(await vault.find({ ...OWNER, accountId: 'acct_1' }, vaultId ?? '')).toBeNull();
  });

  it('is gone when it is forgotten, for a backup of the table too', async () => {
    const owner = { ...OWNER, verificationId: 'kyc_0TgWzRaB07xK2mNq5Yd8Vf3M' };
    const { vaultId } = await taken(owner);
    const { rows } = await client.query<{ content: string }>('SELECT content FROM kyc.vault WHERE vault_id = $1', [vaultId]);
    await vault.forget(owner);
    await vault.forget(owner);
    expect(await vault.find(owner, vaultId ?? '')).toBeNull();
    expect(await personalData.unsealValue(rows[0]?.content, owner.accountId)).toBeNull();
  });

  it('is not kept in test mode at all, neither number nor OTP', async () => {
    const owner = { ...OWNER, livemode: false };
    const before = await everything();
    expect(await taken(owner)).toMatchObject({ vaultId: null, sandboxOutcome: 'verified' });
    expect(await intake.takeInput(owner, { otp: '000000' })).toEqual({ vaultId: null, sandboxAnswer: 'otp_incorrect' });
    expect(await everything()).toBe(before);
  });

  it('is not kept by a dry run, in live mode either', async () => {
    const owner = { ...OWNER, verificationId: 'kyc_0TgWzRaB07xK2mNq5Yd8Vf3P', isDryRun: true as const };
    const pan = { ...DOCUMENT, documentType: 'pan' as const, number: 'ABCPV1234D' };
    const before = [await everything(), (await client.query('SELECT h::text FROM kyc.document_customers h')).rows];
    expect(await intake.takeDocument(owner, pan)).toMatchObject({ document: { masked: 'XXXXXX234D' } });
    await intake.takeInput(owner, { otp: '424242' });
    expect([await everything(), (await client.query('SELECT h::text FROM kyc.document_customers h')).rows]).toEqual(before);
  });

  it('is refused once a provider was asked three times on one day, and taken again on the next', async () => {
    const other = { ...OWNER, accountId: 'acct_111111111111111111111111' };
    await taken(other);
    const hash = documentHash(personalData, other.accountId, 'aadhaar', NUMBER);
    for (let tries = 0; tries < 3; tries++) await vault.countTry(other, hash);
    expect(await intake.takeDocument(other, DOCUMENT)).toMatchObject({
      refusal: { code: 'rate_limited', details: { param: 'document_number' } },
    });
    clock.advanceMs(86_400_000);
    await expect(taken(other)).resolves.toMatchObject({ masked: 'XXXX-XXXX-7058' });
  });

  it('refuses in live mode what fails its specific check, and keeps nothing of it', async () => {
    const before = await everything();
    const verdict = await intake.takeDocument(OWNER, { ...DOCUMENT, number: '1234-5678-9012' });
    expect(verdict).toEqual({
      refusal: { code: 'document_number_invalid', details: { param: 'document_number', reason: 'invalid_first_digit' } },
    });
    expect(await everything()).toBe(before);
  });

  it('goes at once when the verification never came to be, and stays when it did', async () => {
    const owner = { ...OWNER, verificationId: 'kyc_0TgWzRaB07xK2mNq5Yd8Vf3Q' };
    const { vaultId } = await taken(owner);
    const { rows } = await client.query<{ content: string }>('SELECT content FROM kyc.vault WHERE vault_id = $1', [vaultId]);
    await client.query(
      `INSERT INTO kyc.streams (shard, stream_id, stream_type, account_id, livemode, version, last_position, sequence, status, state, state_schema, created_at, updated_at)
       VALUES ($3, $1, 'kyc.verification', $2, true, 1, 1, 1, 'pending', '{}', 2, 1, 1)`,
      [owner.verificationId, owner.accountId, shardOfId('kycVerification', owner.verificationId)],
    );
    await intake.discard(owner);
    expect(await vault.find(owner, vaultId ?? '')).not.toBeNull();
    await client.query('DELETE FROM kyc.streams WHERE stream_id = $1', [owner.verificationId]);
    await intake.discard(owner);
    await intake.discard(owner);
    expect(await vault.find(owner, vaultId ?? '')).toBeNull();
    expect(await personalData.unsealValue(rows[0]?.content, owner.accountId)).toBeNull();
  });

  it('runs out by itself', async () => {
    const owner = { ...OWNER, verificationId: 'kyc_0TgWzRaB07xK2mNq5Yd8Vf3Z' };
    const { vaultId } = await intake.takeInput(owner, { otp: '424242' });
    clock.advanceMs(KEEP_MS);
    expect(await vault.find(owner, vaultId ?? '')).toBeNull();
    expect(await vault.sweep()).toBeGreaterThan(0);
    expect(await vault.sweep()).toBe(0);
    expect(await everything()).not.toContain('kyc_');
  });
});
