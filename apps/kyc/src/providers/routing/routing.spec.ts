import { CashfreeSecureId } from '../cashfree/cashfree';
import { Setu } from '../setu/setu';
import { ProviderRegistry } from './provider-registry';
import { KycRoutesError, parseKycRoutes } from './routes';

const http = {} as never;
const cashfree = new CashfreeSecureId(http, []);
const setu = new Setu(http, { pan: 'p', bank: 'b', gst: 'g', digilocker: 'd' });
const chainOf = (registry: ProviderRegistry, ...asked: Parameters<ProviderRegistry['choose']>): string => {
  const chosen = registry.choose(...asked);
  return 'refusal' in chosen ? `! ${chosen.refusal.code}` : chosen.chain.map(({ provider, method }) => `${provider}/${method}`).join(' > ');
};

describe('without a rule', () => {
  const registry = new ProviderRegistry([cashfree, setu]);
  it.each([
    ['aadhaar', null, 'cashfree/otp'],
    ['aadhaar', 'digilocker', 'cashfree/digilocker > setu/digilocker'],
    ['pan', null, 'cashfree/database > setu/database'],
    ['bank_account', null, 'cashfree/penny_drop > setu/penny_drop'],
    ['vpa', null, 'setu/database'],
    ['passport', null, 'cashfree/database'],
    ['llpin', null, '! processor_not_configured'],
    ['aadhaar', 'video_kyc', '! processor_not_configured'],
  ] as const)('%s by %s: %s', (type, method, chain) => expect(chainOf(registry, type, method)).toBe(chain));

  it('uses a provider other than the usual one only when the usual one cannot serve the document', () => {
    expect(chainOf(new ProviderRegistry([setu]), 'aadhaar', null)).toBe('setu/digilocker');
    expect(chainOf(new ProviderRegistry([setu]), 'aadhaar', 'otp')).toBe('! processor_not_configured');
  });
});

describe('with rules', () => {
  const registry = new ProviderRegistry(
    [cashfree, setu],
    parseKycRoutes('aadhaar=cashfree/otp>setu/digilocker; pan=setu > cashfree/database; cashfree'),
  );
  it.each([
    ['aadhaar', null, 'cashfree/otp > setu/digilocker'],
    ['aadhaar', 'digilocker', 'setu/digilocker'],
    ['pan', null, 'setu/database > cashfree/database'],
    ['gstin', null, 'cashfree/database'],
    ['vpa', null, '! processor_not_configured'],
  ] as const)('%s by %s: %s', (type, method, chain) => expect(chainOf(registry, type, method)).toBe(chain));

  it.each([
    'pan=',
    'aadhar=cashfree',
    'pan=cashfree/penny_drop',
    'pan=cashfree/nothing',
    'pan=cashfree>cashfree',
    'PAN=cashfree',
    'pan=cashfree>',
  ])('%p is none', (text) => expect(() => parseKycRoutes(text)).toThrow(KycRoutesError));
});

it('names the settings when no provider is configured', () => {
  const refused = new ProviderRegistry([]).choose('pan', null);
  expect(refused).toMatchObject({
    refusal: {
      code: 'processor_not_configured',
      details: { message: 'No identity provider is configured for live mode.', hint: expect.stringContaining('SETU_CLIENT_SECRET') },
    },
  });
});
