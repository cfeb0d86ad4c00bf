import { hundiUnderTest } from '#testing';
import { runExample } from './run-example';

jest.setTimeout(120_000);

const hundi = hundiUnderTest();
const run = (apiKey: string) => runExample('kyc.sh', hundi.baseUrl, apiKey);

describe('examples/kyc.sh', () => {
  it('tells the whole story of a verification with curl alone', async () => {
    const { code, output } = await run(hundi.testKey);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Everything was as expected.') as string });
    for (const step of ['1. Create a customer', '3. Verify with an OTP', '6. Consent', '8. List', '9. Redact'])
      expect(output).toContain(step);
  });

  it('ends with 1 at the first surprise, and says which; it takes no live key', async () => {
    const { code, output } = await run(hundi.revokedKey);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('SURPRISE: POST /v1/customers answered 401') as string });
    expect((await run(hundi.liveKey)).code).toBe(1);
  });
});
