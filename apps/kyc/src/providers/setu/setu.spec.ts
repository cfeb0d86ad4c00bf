import { SETU_KEYS, SETU_PRODUCTS, FakeSetu } from '#testing';
import {
  complete,
  describeKycProvider,
  findingIn,
  KNOWN_NUMBERS,
  registeredNumbers,
  type ProviderUnderTest,
  type Way,
} from '../provider.contract';
import { createSetu } from './setu';

const WAYS: readonly Way[] = [
  { type: 'aadhaar', method: 'digilocker' },
  { type: 'pan', method: 'database' },
  { type: 'gstin', method: 'database' },
  { type: 'bank_account', method: 'penny_drop' },
  { type: 'vpa', method: 'database' },
];

async function start(): Promise<ProviderUnderTest & { fakeApi: FakeSetu }> {
  const fakeApi = new FakeSetu();
  await fakeApi.start();
  for (const number of registeredNumbers()) fakeApi.register.add(number);
  const { provider, close } = createSetu({ apiUrl: fakeApi.url, ...SETU_KEYS, products: SETU_PRODUCTS });
  return {
    provider,
    fakeApi,
    fake: {
      failNext: (fault, match) => fakeApi.failNext(fault, match),
      consent: (reference, number) => fakeApi.consent(reference, number),
      unplug: () => fakeApi.stop(),
      otp: '',
      secrets: [SETU_KEYS.clientSecret],
      actsOnce: [],
      charged: () => 0,
      deliver: null,
    },
    stop: async () => {
      await close();
      await fakeApi.stop().catch(() => undefined);
    },
  };
}

describeKycProvider('Setu', WAYS, start);

describe('Setu', () => {
  let it_: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    it_ = await start();
  });
  afterEach(() => it_.stop());

  const assess = async (type: Way['type'], word: string) => {
    it_.fakeApi.register.add(KNOWN_NUMBERS[type] ?? '', {}, word);
    return findingIn(
      await complete(
        it_,
        WAYS.find((way) => way.type === type)!,
        KNOWN_NUMBERS[type] ?? '',
      ),
    );
  };

  it.each([
    ['pan', 'INVALID', 'number_invalid'],
    ['gstin', 'Cancelled', 'document_cancelled'],
    ['bank_account', 'BAVM5', 'account_closed'],
    ['bank_account', 'BAVM3', 'account_frozen'],
    ['bank_account', 'BAVM4', 'nre_account_not_supported'],
    ['bank_account', 'BAVMP', 'imps_not_enabled'],
  ] as const)('%s with its word %s: %s', async (type, word, reason) => {
    expect(await assess(type, word)).toEqual({ verdict: 'refused', reason });
  });

  it('a bank that is offline has said nothing about the account', async () => {
    await expect(assess('bank_account', 'BAV08')).rejects.toThrow('nothing was found: unavailable');
  });

  it('a PAN that is not linked with Aadhaar is valid, with a warning', async () => {
    expect(await assess('pan', 'NOT_SEEDED')).toMatchObject({ verdict: 'valid', warnings: ['pan_aadhaar_not_linked'] });
  });

  it('is asked about nothing whose product was not bought', () => {
    const { provider } = createSetu({ apiUrl: it_.fakeApi.url, ...SETU_KEYS, products: { pan: 'setu-product-pan' } });
    expect(provider.capabilities()).toEqual([{ documentType: 'pan', method: 'database', requires: [], isChargedEachTime: true }]);
  });
});
