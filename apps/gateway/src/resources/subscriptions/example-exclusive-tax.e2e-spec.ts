import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hundiUnderTest } from '#testing';
import { Merchant } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';

const hundi = hundiUnderTest();
const SCRIPT = join(__dirname, '../../../../../examples/subscription.sh');

describe('examples/subscription.sh', () => {
  it('lives through its year on an account whose prices do not contain their tax', async () => {
    const key = await newAccountKey(hundi);
    const merchant = await Merchant.connect(hundi.baseUrl, key);
    const settings = { gstin: '27AAPFU0939F1ZV', legal_name: 'Acme', default_rate_bps: 1_800, behavior: 'exclusive' };
    expect((await merchant.patch('/v1/tax_settings', settings)).status).toBe(200);
    const env = { PATH: '/usr/bin:/bin', BASE_URL: hundi.baseUrl, API_KEY: key };
    const { stdout } = await promisify(execFile)('/bin/sh', [SCRIPT], { env });
    expect(stdout).toContain('Everything was as expected.');
  }, 120_000);
});
