import { eventually, SECURE_ID_OTP } from '#testing';
import { LiveKyc, type LiveOrder } from '../../test/live-kyc';

const AADHAAR = '999941057058';
const PAN = 'ABCPV1234D';
const PASSPORT_FILE = 'BN1081000000000';
const ACCOUNT_NUMBER = '26291800001191';
/** An OTP is so short that an instant in milliseconds may hold its digits by chance: it counts where no further digit stands beside it. */
const holds = (text: string, probe: string): boolean => new RegExp(`(?<![0-9])${probe}(?![0-9])`).test(text);
const PII_PROBES = [AADHAAR, PAN, PASSPORT_FILE, 'J8369854', ACCOUNT_NUMBER, SECURE_ID_OTP, 'ASHA VERMA', 'Asha Verma', '1990-01-01'];

describe('a verification in live mode', () => {
  let kyc: LiveKyc;
  beforeAll(async () => {
    kyc = await LiveKyc.start();
    for (const number of [AADHAAR, PAN, PASSPORT_FILE, ACCOUNT_NUMBER]) {
      kyc.cashfree.register.add(number);
      kyc.setu.register.add(number);
    }
  });
  afterAll(() => kyc.end());
  beforeEach(() => {
    kyc.cashfree.reset();
    kyc.setu.reset();
    kyc.cashfree.isBankAwake = true;
    // Each test has a day of its own: three tries of a document are all that a day has.
    kyc.clock.advanceMs(86_400_000);
  });

  const pan: LiveOrder = { type: 'pan', number: PAN };
  /** Time passes until it is so. */
  const comesTo = (id: string, expected: object): Promise<void> =>
    eventually(
      async () => {
        kyc.clock.advanceMs(2_000);
        expect(await kyc.show(id)).toMatchObject(expected);
      },
      { everyMs: 60 },
    );
  const forgotten = (id: string): Promise<void> =>
    eventually(async () => {
      expect(await kyc.vaultRows(id)).toBe(0);
      expect(await kyc.eventsOf(id)).toContain('number_forgotten');
    });

  it('asks the register, says what it knows, and forgets the number', async () => {
    const id = await kyc.create(pan);
    await comesTo(id, {
      status: 'verified',
      customer_name: 'ASHA VERMA',
      name_match_score: 100,
      provider: 'cashfree',
      method: 'database',
      verification_reason_code: null,
    });
    expect((await kyc.show(id)).provider_reference).toMatch(/^[0-9]+$/);
    await forgotten(id);
  });

  it('a document that was not issued fails, and no other provider is called', async () => {
    const id = await kyc.create({ type: 'pan', number: 'AAAPZ1234C' });
    await comesTo(id, { status: 'failed', verification_reason_code: 'document_not_found', customer_name: null });
    expect(kyc.setu.count(/POST/)).toBe(0);
    await forgotten(id);
  });

  it('another name fails', async () => {
    const id = await kyc.create({ ...pan, details: { fullName: 'Ravi Kumar' } });
    await comesTo(id, { status: 'failed', verification_reason_code: 'name_mismatch', customer_name: null });
  });

  it('an OTP is sent once, may be wrong once, and brings the record', async () => {
    const before = kyc.cashfree.count(/aadhaar\/otp/);
    const id = await kyc.create({ type: 'aadhaar', number: AADHAAR });
    await eventually(async () =>
      expect(await kyc.show(id)).toMatchObject({ status: 'requires_input', next_action: { type: 'otp', tries_left: 3 } }),
    );
    expect((await kyc.submitOtp(id, '000000')).status).toBe(200);
    await eventually(async () =>
      expect(await kyc.show(id)).toMatchObject({ verification_reason_code: 'otp_incorrect', next_action: { tries_left: 2 } }),
    );
    expect(await kyc.vaultRows(id)).toBe(2);
    await kyc.submitOtp(id, SECURE_ID_OTP);
    await eventually(async () => expect(await kyc.show(id)).toMatchObject({ status: 'verified', date_of_birth: '1990-01-01' }));
    expect(kyc.cashfree.count(/aadhaar\/otp/) - before).toBe(1);
    await forgotten(id);
  });

  it('another OTP is sent on request, a minute later', async () => {
    const id = await kyc.create({ type: 'aadhaar', number: AADHAAR });
    await eventually(async () => expect((await kyc.show(id)).status).toBe('requires_input'));
    expect((await kyc.send('kyc.resend', id)).refusal).toMatchObject({ details: { reason: 'otp_request_too_soon' } });
    const before = kyc.cashfree.count(/aadhaar\/otp/);
    kyc.clock.advanceMs(61_000);
    expect((await kyc.send('kyc.resend', id)).status).toBe(200);
    await eventually(async () => expect(await kyc.show(id)).toMatchObject({ status: 'requires_input', next_action: { type: 'otp' } }));
    expect(kyc.cashfree.count(/aadhaar\/otp/) - before).toBe(1);
    await kyc.send('kyc.cancel', id, { reason: 'cancelled_by_account' });
    await forgotten(id);
  });

  it('consent on a page is looked for until it is given; the document must be the one that was named', async () => {
    const order: LiveOrder = { type: 'aadhaar', number: AADHAAR, details: { redirectUrl: 'https://merchant.example/back' } };
    const id = await kyc.create(order, { method: 'digilocker', isMethodChosen: true });
    await eventually(async () => expect(await kyc.show(id)).toMatchObject({ status: 'requires_input', next_action: { type: 'redirect' } }));
    const { provider_reference: reference } = await kyc.show(id);
    kyc.cashfree.consent(reference ?? '', AADHAAR);
    await comesTo(id, { status: 'verified', customer_name: 'ASHA VERMA', method: 'digilocker' });
    await forgotten(id);
  });

  it('a bank that takes its time is asked again, and the rupee is sent once', async () => {
    kyc.cashfree.isBankAwake = false;
    const id = await kyc.create({ type: 'bank_account', number: ACCOUNT_NUMBER, ifsc: 'YESB0000262' });
    await eventually(async () => expect(await kyc.show(id)).toMatchObject({ status: 'pending', attempts: 1 }));
    kyc.cashfree.isBankAwake = true;
    await comesTo(id, { status: 'verified', customer_name: 'ASHA VERMA' });
    expect(kyc.cashfree.count(/POST .*bank-account/)).toBe(1);
  });

  it('says which details are missing, and calls no provider', async () => {
    const before = kyc.cashfree.requests.length;
    const id = await kyc.create({ type: 'passport', number: 'J8369854' });
    await eventually(async () =>
      expect(await kyc.show(id)).toMatchObject({
        status: 'requires_input',
        verification_reason_code: 'document_details_required',
        next_action: { type: 'details', missing: ['file_number', 'date_of_birth'] },
      }),
    );
    expect(kyc.cashfree.requests.length).toBe(before);
  });

  describe('a provider that fails', () => {
    it('the next provider is asked at once when the first refuses the credentials or does not answer the phone', async () => {
      kyc.cashfree.failNext('unauthorized');
      const id = await kyc.create(pan);
      await eventually(async () => expect(await kyc.show(id)).toMatchObject({ status: 'verified', provider: 'setu' }));
      expect(await kyc.eventsOf(id)).toEqual(expect.arrayContaining(['created', 'provider_failed', 'verified']));
    });

    it('a call that did not come back is made again under the same id: one charge, and no other provider', async () => {
      const before = [kyc.cashfree.charged, kyc.setu.requests.length];
      kyc.cashfree.failNext('cut');
      const details = { dateOfBirth: '1990-01-01' };
      const id = await kyc.create({ type: 'passport', number: 'J8369854', fileNumber: PASSPORT_FILE, details });
      await comesTo(id, { status: 'verified', provider: 'cashfree' });
      expect([kyc.cashfree.charged, kyc.setu.requests.length]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    });

    it.each(['cut', 'garbage'] as const)('who charges for every question is not asked again after %s: a person decides', async (fault) => {
      kyc.cashfree.failNext(fault);
      const [asked, others] = [kyc.cashfree.count(/POST .*pan/), kyc.setu.requests.length];
      const id = await kyc.create(pan);
      await comesTo(id, { status: 'processing', verification_reason_code: 'provider_timeout' });
      kyc.clock.advanceMs(3_600_000);
      await forgotten(id);
      expect([kyc.cashfree.count(/POST .*pan/) - asked, kyc.setu.requests.length - others]).toEqual([1, 0]);
      await kyc.send('kyc.decide', id, { as: 'verified', by: 'asha', note: 'the dashboard says valid' });
      expect(await kyc.show(id)).toMatchObject({ status: 'verified', customer_name: null });
    });

    it('a crash around a call that is charged for repeats no call: a person decides', async () => {
      kyc.cashfree.failNext('hang');
      const [asked, others] = [kyc.cashfree.count(/POST .*pan/), kyc.setu.requests.length];
      const id = await kyc.create(pan);
      await eventually(() => expect(kyc.cashfree.count(/POST .*pan/)).toBe(asked + 1));
      await kyc.stopService();
      await kyc.startService();
      await comesTo(id, { status: 'processing', verification_reason_code: 'provider_timeout' });
      await forgotten(id);
      expect([kyc.cashfree.count(/POST .*pan/) - asked, kyc.setu.requests.length - others]).toEqual([1, 0]);
    });

    it('a crash around the call asks again under the same id, and what was forgotten stays forgotten', async () => {
      kyc.cashfree.failNext('hang');
      const [asked, charged] = [kyc.cashfree.count(/passport/), kyc.cashfree.charged];
      const details = { dateOfBirth: '1990-01-01' };
      const id = await kyc.create({ type: 'passport', number: 'J8369854', fileNumber: PASSPORT_FILE, details });
      await eventually(() => expect(kyc.cashfree.count(/passport/)).toBe(asked + 1));
      await kyc.stopService();
      await kyc.startService();
      await comesTo(id, { status: 'verified', provider: 'cashfree' });
      expect(kyc.cashfree.charged - charged).toBe(1);
      await forgotten(id);
      expect((await kyc.eventsOf(id)).filter((type) => type === 'verified')).toHaveLength(1);
    });

    it('what is handed in after the end is refused by the verification, and nothing of it is kept', async () => {
      const id = await kyc.create({ type: 'aadhaar', number: AADHAAR });
      await eventually(async () => expect((await kyc.show(id)).status).toBe('requires_input'));
      await kyc.send('kyc.cancel', id, { reason: 'cancelled_by_account' });
      await forgotten(id);
      const again = { documentType: 'aadhaar', number: AADHAAR, ifsc: null, fileNumber: null, customerId: kyc.customerId };
      expect((await kyc.hand(`${id}/document`, again)).status).toBe(200);
      expect((await kyc.submitOtp(id, SECURE_ID_OTP)).refusal).toMatchObject({ code: 'state_conflict' });
      expect(await kyc.vaultRows(id)).toBe(0);
    });

    it('an outcome that is reported twice is recorded once', async () => {
      const id = await kyc.create(pan);
      await comesTo(id, { status: 'verified' });
      await forgotten(id);
      const before = await kyc.eventsOf(id);
      const step = { provider: 'cashfree', reference: '1', kind: 'failed', reason: 'name_mismatch' };
      await kyc.send('kyc.record_step', id, { tries: 0, step });
      await kyc.send('kyc.record_number_forgotten', id);
      expect(await kyc.eventsOf(id)).toEqual(before);
    });

    it('five time-outs in a row open the circuit: later verifications do not wait for a provider that is unavailable', async () => {
      for (let times = 0; times < 5; times++) kyc.cashfree.failNext('server_error');
      // One after the other: how often each asks before it goes on does not depend on who comes first.
      await comesTo(await kyc.create(pan), { status: 'verified', provider: 'setu' });
      await comesTo(await kyc.create({ type: 'pan', number: 'AAAPZ1234C' }), { status: 'failed', provider: 'setu' });
      expect(await kyc.metric('hundi_kyc_provider_circuit_open{kyc_provider="cashfree"}')).toMatch(/ 1$/);
      const asked = kyc.cashfree.requests.length;
      kyc.clock.advanceMs(86_400_000);
      const next = await kyc.create(pan);
      await eventually(async () => expect(await kyc.show(next)).toMatchObject({ status: 'verified', provider: 'setu' }));
      expect(kyc.cashfree.requests.length).toBe(asked);
    });
  });

  it('has left no number, OTP, name or birth date in the database or the log', async () => {
    await kyc.stopService();
    const [stored, logged] = [await kyc.everything(), kyc.logged.join('\n')];
    expect(stored.length).toBeGreaterThan(10_000);
    expect(logged.length).toBeGreaterThan(100);
    const found = (text: string): string[] => PII_PROBES.filter((probe) => holds(text, probe));
    expect([found(stored), found(logged)]).toEqual([[], []]);
    await kyc.startService();
  });

  it('tries of a document are counted by questions, and the fourth of a day is refused', async () => {
    for (let times = 0; times < 3; times++) await comesTo(await kyc.create({ ...pan, number: 'AAAPK1234C' }), { status: 'failed' });
    await expect(kyc.create({ ...pan, number: 'AAAPK1234C' })).rejects.toThrow('rate_limited');
  });
});
