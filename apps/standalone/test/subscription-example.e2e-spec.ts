import { hundiUnderTest } from '#testing';
import { Merchant } from '../../gateway/test/merchant';
import { newAccountKey } from '../../gateway/test/new-account';
import { runExample } from './run-example';

jest.setTimeout(120_000);

const hundi = hundiUnderTest();
const run = (apiKey: string) => runExample('subscription.sh', hundi.baseUrl, apiKey);

describe('(60) examples/subscription.sh', () => {
  it('lives through a year: created, renewed, upgraded, failed, halted, recovered, cancelled, refunded', async () => {
    const { code, output } = await run(hundi.testKey);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Everything was as expected.') as string });
    for (const step of ['2. Two plans', '3. Three months', '4. A better plan', '6. The account', '7. The customer pays', '8. The end']) {
      expect(output).toContain(step);
    }
  });

  it('lives through the same year on an account whose prices do not contain their tax', async () => {
    const key = await newAccountKey(hundi);
    const merchant = await Merchant.connect(hundi.baseUrl, key);
    const settings = { gstin: '27AAPFU0939F1ZV', legal_name: 'Acme', default_rate_bps: 1_800, behavior: 'exclusive' };
    expect((await merchant.patch('/v1/tax_settings', settings)).status).toBe(200);
    expect(await run(key)).toMatchObject({ code: 0 });
  });

  it('takes no live key', async () => {
    expect((await run(hundi.liveKey)).code).toBe(1);
  });
});
