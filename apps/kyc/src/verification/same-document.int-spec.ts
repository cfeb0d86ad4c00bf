import { newId, shardOfAccount } from '#contracts';
import { eventually } from '#testing';
import { DocumentHolders } from '../vault/document-customers';
import { openKycPool } from '../vault/kyc-pool';
import { Vault } from '../vault/vault';
import { LiveKyc } from '../../test/live-kyc';

jest.setTimeout(60_000);

const ACCOUNT = 'acct_000000000000000000000000';
const PAN = 'ABCPV1234D';

describe('the same document on two customers of an account', () => {
  let kyc: LiveKyc;
  beforeEach(async () => {
    kyc = await LiveKyc.start({ kycTriesPerDay: 100 });
    kyc.cashfree.register.add(PAN);
  });
  afterEach(() => kyc.end());

  const person = (): string => newId('customer', shardOfAccount(ACCOUNT), kyc.clock.nowMs(), kyc.random);
  const create = (customerId: string, details = {}): Promise<string> => kyc.create({ type: 'pan', number: PAN, customerId, details });
  const comesTo = (id: string, expected: object): Promise<void> =>
    eventually(
      async () => {
        kyc.clock.advanceMs(1_000);
        expect(await kyc.show(id)).toMatchObject(expected);
      },
      { withinMs: 20_000, everyMs: 50 },
    );

  it('waits for a person when the other one is verified with it, and not when it is the same customer', async () => {
    const asha = person();
    await comesTo(await create(asha), { status: 'verified' });
    await comesTo(await create(asha), { status: 'verified' });
    await comesTo(await create(person()), { status: 'processing', verification_reason_code: 'duplicate_identity' });
  });

  it('is nothing to review while the other one only tried', async () => {
    await comesTo(await create(person(), { fullName: 'Ravi Kumar' }), { status: 'failed', verification_reason_code: 'name_mismatch' });
    await comesTo(await create(person()), { status: 'verified' });
  });

  it('is forgotten with the redaction of the other one', async () => {
    const first = await create(person());
    await comesTo(first, { status: 'verified' });
    await kyc.send('kyc.redact', first, { because: 'requested' });
    await eventually(async () => expect(await kyc.eventsOf(first)).toContain('key_destroyed'));
    await comesTo(await create(person()), { status: 'verified' });
  });

  it('is found within its account and its mode alone', async () => {
    const first = await create(person());
    await comesTo(first, { status: 'verified' });
    const pool = openKycPool('views', { databaseUrl: kyc.databaseUrl, onConnectionLost: () => undefined });
    const { rows } = await kyc.client.query<{ document_hash: string }>('SELECT document_hash FROM kyc.document_customers');
    const holders = new DocumentHolders(pool);
    const other = { accountId: ACCOUNT, livemode: true, verificationId: 'kyc_1', customerId: person() };
    const found = (change: object) => holders.isVerifiedForAnother({ ...other, ...change }, rows[0]?.document_hash ?? '');
    expect([await found({}), await found({ livemode: false }), await found({ accountId: 'acct_1' })]).toEqual([true, false, false]);
    await pool.end();
  });

  it('a question that is charged for is first once, and its note goes with the number', async () => {
    const { clock, random } = kyc;
    const personalData = { destroy: () => Promise.resolve() } as never;
    const vault = new Vault({ databaseUrl: kyc.databaseUrl, personalData, clock, random, onConnectionLost: () => undefined });
    const owner = { accountId: ACCOUNT, verificationId: 'kyc_1' };
    expect([await vault.isPutFirst(owner, 'kyc_1.1.0'), await vault.isPutFirst(owner, 'kyc_1.1.0')]).toEqual([true, false]);
    expect(await vault.isPutFirst(owner, 'kyc_1.1.1')).toBe(true);
    expect(await vault.isPutFirst({ ...owner, verificationId: 'kyc_2' }, 'kyc_1.1.0')).toBe(true);
    await vault.forget(owner);
    expect(await vault.isPutFirst(owner, 'kyc_1.1.0')).toBe(true);
    await vault.close();
  });
});
