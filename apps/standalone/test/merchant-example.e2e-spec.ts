import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { hundiUnderTest } from '#testing';

jest.setTimeout(120_000);

const hundi = hundiUnderTest();
const SCRIPT = join(__dirname, '../../../examples/merchant.sh');

/** Runs the script as a reader of the documentation would. */
async function run(apiKey: string): Promise<{ code: number | null; output: string }> {
  const child = spawn('/bin/sh', [SCRIPT], { env: { PATH: '/usr/bin:/bin', BASE_URL: hundi.baseUrl, API_KEY: apiKey } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  return { code, output };
}

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
