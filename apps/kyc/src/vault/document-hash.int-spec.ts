import { eventually } from '#testing';
import { LiveKyc } from '../../test/live-kyc';

const PAN = 'ABCPV1234D';

describe('who presented a document', () => {
  let kyc: LiveKyc;
  beforeAll(async () => {
    kyc = await LiveKyc.start();
    kyc.cashfree.register.add(PAN);
  });
  afterAll(() => kyc?.end());

  it('the hash of a document goes with a redaction, and a repeated request brings it back no more than the number', async () => {
    const order = { documentType: 'pan', number: PAN, ifsc: null, fileNumber: null, customerId: kyc.customerId };
    const holders = async () => (await kyc.client.query('SELECT 1 FROM kyc.document_customers WHERE verification_id = $1', [id])).rowCount;
    const id = await kyc.create({ type: 'pan', number: PAN });
    await eventually(async () => expect((await kyc.show(id)).status).toBe('verified'));
    expect(await holders()).toBe(1);
    await kyc.send('kyc.redact', id, { because: 'requested' });
    await eventually(async () => expect(await kyc.eventsOf(id)).toContain('key_destroyed'));
    const before = await kyc.client.query('SELECT count(*) FROM kyc.document_customers');
    expect((await kyc.hand(`${id}/document`, order)).status).toBe(200);
    // As a retry comes to this service: under an id that never becomes a verification.
    const unborn = `${id.slice(0, -4)}zzzz`;
    expect((await kyc.hand(`${unborn}/document`, order)).status).toBe(200);
    expect(await kyc.vaultRows(unborn)).toBe(1);
    await kyc.hand(`${unborn}/discard`, {});
    expect([await holders(), await kyc.vaultRows(id), await kyc.vaultRows(unborn)]).toEqual([0, 0, 0]);
    expect((await kyc.client.query('SELECT count(*) FROM kyc.document_customers')).rows).toEqual(before.rows);
  });
});
