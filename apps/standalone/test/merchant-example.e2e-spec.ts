import { hundiUnderTest } from '#testing';
import { runExample } from './run-example';

jest.setTimeout(120_000);

const hundi = hundiUnderTest();

const run = (apiKey: string) => runExample('merchant.sh', hundi.baseUrl, apiKey);

describe('examples/merchant.sh', () => {
  it('tells the whole story of one-off payments with curl alone', async () => {
    const { code, output } = await run(hundi.testKey);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Everything was as expected.') as string });
    for (const step of ['1. Create', '2. Send the same', '6. Refund it in two parts', '8. List', '9. Read its whole history']) {
      expect(output).toContain(step);
    }
  });

  it('ends with 1 at the first surprise, and says which', async () => {
    const { code, output } = await run(hundi.revokedKey);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('SURPRISE: POST /v1/payments answered 401') as string });
  });

  it('takes no live key', async () => {
    expect((await run(hundi.liveKey)).code).toBe(1);
  });
});
