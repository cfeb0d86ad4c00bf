import { hundiUnderTest } from '#testing';
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

  it('takes no live key', async () => {
    expect((await run(hundi.liveKey)).code).toBe(1);
  });
});
