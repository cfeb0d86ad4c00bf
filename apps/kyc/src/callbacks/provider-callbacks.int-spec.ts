import { eventually } from '#testing';
import { LiveKyc, type LiveOrder } from '../../test/live-kyc';

jest.setTimeout(60_000);

const AADHAAR = '999941057058';

describe('a callback of a provider', () => {
  let kyc: LiveKyc;
  beforeAll(async () => {
    kyc = await LiveKyc.start();
    kyc.cashfree.register.add(AADHAAR);
  });
  afterAll(() => kyc.end());

  it('is asked at once, whatever the clock says', async () => {
    const order: LiveOrder = { type: 'aadhaar', number: AADHAAR, details: { redirectUrl: 'https://merchant.example/back' } };
    const id = await kyc.create(order, { method: 'digilocker', isMethodChosen: true });
    await eventually(async () => expect(await kyc.show(id)).toMatchObject({ status: 'requires_input', next_action: { type: 'redirect' } }));
    kyc.cashfree.consent((await kyc.show(id)).provider_reference ?? '', AADHAAR);
    await kyc.send('kyc.record_provider_callback', id, { provider: 'setu' });
    expect(await kyc.eventsOf(id)).not.toContain('provider_callback_received');
    await kyc.send('kyc.record_provider_callback', id, { provider: 'cashfree' });
    await eventually(async () => expect((await kyc.show(id)).status).toBe('verified'));
    await kyc.send('kyc.record_provider_callback', id, { provider: 'cashfree' });
    expect((await kyc.eventsOf(id)).filter((type) => type === 'provider_callback_received')).toHaveLength(1);
  });
});
