import { ConfigError, loadConfig } from '#service';
import { KycConfig } from '../config';

const NEEDED = {
  DATABASE_URL: 'postgres://127.0.0.1/hundi',
  INTERNAL_TOKEN: 'internal-token-of-this-suite',
  PERSONAL_DATA_KEYS: 'one:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  PERSONAL_DATA_INDEX_KEY: 'index-key-of-this-suite-32-characters',
};
const CASHFREE = { CASHFREE_SECURE_ID_CLIENT_ID: 'client-of-cashfree', CASHFREE_SECURE_ID_CLIENT_SECRET: 'secret-of-cashfree' };

function violationsOf(changes: Record<string, string>): readonly string[] {
  try {
    loadConfig(KycConfig, { ...NEEDED, ...changes });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.violations;
    throw error;
  }
}

it('needs none of them, and takes a pair', () => {
  expect(violationsOf({})).toEqual([]);
  expect(violationsOf({ ...CASHFREE, KYC_ROUTES: 'aadhaar=cashfree/otp; cashfree' })).toEqual([]);
});

it.each<[string, Record<string, string>, RegExp]>([
  ['half a pair', { CASHFREE_SECURE_ID_CLIENT_ID: 'client-of-cashfree' }, /CASHFREE_SECURE_ID_CLIENT_SECRET beside it/],
  ['a product without its provider', { SETU_PAN_PRODUCT_ID: 'product-of-setu' }, /SETU_CLIENT_ID beside it/],
  ['a route to a provider that is not configured', { ...CASHFREE, KYC_ROUTES: 'pan=setu' }, /KYC_ROUTES|kycRoutes/],
  ['a route by a method that the document has not', { ...CASHFREE, KYC_ROUTES: 'pan=cashfree/otp' }, /KYC_ROUTES|kycRoutes/],
  [
    'a provider in the clear in production',
    { ...CASHFREE, NODE_ENV: 'production', CASHFREE_SECURE_ID_API_URL: 'http://x.example' },
    /https/,
  ],
  ['more patience than a call may have', { KYC_PROVIDER_TIMEOUT_MS: '25001' }, /KYC_PROVIDER_TIMEOUT_MS|kycProviderTimeoutMs/],
])('refuses %s, and names what is wrong', (_name, changes, expected) => {
  const violations = violationsOf(changes);
  expect(violations.join('\n')).toMatch(expected);
  expect(violations.join('\n')).not.toContain('secret-of-cashfree');
});
