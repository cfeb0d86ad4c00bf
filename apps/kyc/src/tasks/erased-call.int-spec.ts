import { eventually } from '#testing';
import { LiveKyc } from '../../test/live-kyc';

const AADHAAR = '999941057058';

describe('a question to a provider that is not due any more', () => {
  let kyc: LiveKyc;
  beforeAll(async () => {
    kyc = await LiveKyc.start();
    kyc.cashfree.register.add(AADHAAR);
  });
  afterAll(() => kyc.end());

  it('is not put: no second OTP is sent when the verification was erased meanwhile', async () => {
    const id = await kyc.create({ type: 'aadhaar', number: AADHAAR });
    await eventually(async () => expect((await kyc.show(id)).status).toBe('requires_input'));
    const before = kyc.cashfree.count(/aadhaar\/otp/);
    // By then the key of the verification is read anew, before anything is sent.
    kyc.clock.advanceMs(61_000);
    await kyc.client.query('BEGIN; LOCK TABLE vault.data_keys IN ACCESS EXCLUSIVE MODE');
    expect((await kyc.send('kyc.resend', id)).status).toBe(200);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%data_keys%'`;
    await eventually(async () => expect((await kyc.client.query(waiting)).rowCount).toBe(1));
    expect((await kyc.send('kyc.redact', id, { because: 'customer_erased' })).status).toBe(200);
    await kyc.client.query('COMMIT');
    await eventually(async () => expect(await kyc.eventsOf(id)).toContain('number_forgotten'));
    expect(kyc.cashfree.count(/aadhaar\/otp/) - before).toBe(0);
    expect(kyc.logged.filter((line) => line.includes(id) && line.includes('"error":"TaskTakenError"'))).toHaveLength(1);
  });
});
