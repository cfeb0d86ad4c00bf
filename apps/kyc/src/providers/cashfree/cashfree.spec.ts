import { SECURE_ID_KEYS, SECURE_ID_OTP, FakeSecureId } from '#testing';
import {
  complete,
  contextOf,
  describeKycProvider,
  findingIn,
  inquiryFor,
  KNOWN_NUMBERS,
  NOW_MS,
  registeredNumbers,
  requestFor,
  type ProviderUnderTest,
  type Way,
} from '../provider.contract';
import { Secret } from '../secret';
import { createCashfreeSecureId } from './cashfree';

const WAYS: readonly Way[] = [
  { type: 'aadhaar', method: 'otp' },
  { type: 'aadhaar', method: 'digilocker' },
  { type: 'pan', method: 'database' },
  { type: 'pan', method: 'digilocker' },
  { type: 'gstin', method: 'database' },
  { type: 'passport', method: 'database' },
  { type: 'voter_id', method: 'database' },
  { type: 'driving_licence', method: 'database' },
  { type: 'cin', method: 'database' },
  { type: 'bank_account', method: 'penny_drop' },
];

async function start(): Promise<ProviderUnderTest & { fakeApi: FakeSecureId }> {
  const fakeApi = new FakeSecureId();
  await fakeApi.start();
  for (const number of registeredNumbers()) fakeApi.register.add(number);
  const { provider, close } = createCashfreeSecureId({ apiUrl: `${fakeApi.url}/verification`, ...SECURE_ID_KEYS });
  return {
    provider,
    fakeApi,
    fake: {
      failNext: (fault, match) => fakeApi.failNext(fault, match),
      consent: (reference, number) => fakeApi.consent(reference, number),
      unplug: () => fakeApi.stop(),
      otp: SECURE_ID_OTP,
      secrets: [SECURE_ID_KEYS.clientSecret],
      actsOnce: ['passport', 'voter_id', 'driving_licence', 'cin', 'bank_account'],
      charged: () => fakeApi.charged,
      deliver: (ownId) => ({ ...FakeSecureId.webhook({ verification_id: ownId }, NOW_MS), receivedAtMs: NOW_MS }),
    },
    stop: async () => {
      await close();
      await fakeApi.stop().catch(() => undefined);
    },
  };
}

describeKycProvider('Cashfree Secure ID', WAYS, start);

describe('Cashfree Secure ID', () => {
  let it_: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    it_ = await start();
  });
  afterEach(() => it_.stop());

  const wayOf = (type: Way['type']): Way => WAYS.find((way) => way.type === type)!;
  const assess = async (type: Way['type'], word: string) => {
    const number = type === 'passport' ? 'BN1081000000000' : (KNOWN_NUMBERS[type] ?? '');
    it_.fakeApi.register.add(number, {}, word);
    return findingIn(await complete(it_, wayOf(type), KNOWN_NUMBERS[type] ?? ''));
  };

  it.each([
    ['pan', 'ED', 'holder_deceased'],
    ['pan', 'X', 'document_deactivated'],
    ['pan', 'F', 'document_cancelled'],
    ['pan', 'INOPERATIVE', 'pan_inoperative'],
    ['gstin', 'Cancelled', 'document_cancelled'],
    ['gstin', 'Suspended', 'document_suspended'],
    ['driving_licence', 'EXPIRED', 'document_expired'],
    ['cin', 'STRIKE OFF', 'entity_struck_off'],
    ['cin', 'Under Liquidation', 'entity_under_liquidation'],
    ['aadhaar', 'NOT_LINKED', 'mobile_not_linked'],
    ['bank_account', 'NRE_ACCOUNT_FAIL', 'nre_account_not_supported'],
    ['bank_account', 'ACCOUNT_BLOCKED', 'account_frozen'],
    ['bank_account', 'IMPS_MODE_FAIL', 'imps_not_enabled'],
  ] as const)('%s that is %s at the register: %s', async (type, word, reason) => {
    expect(await assess(type, word)).toEqual({ verdict: 'refused', reason });
  });

  it('a bank that could not say anything has said nothing about the account', async () => {
    await expect(assess('bank_account', 'FAILED_AT_BANK')).rejects.toThrow('nothing was found: unavailable');
  });

  it('a PAN that is not linked with Aadhaar is valid, with a warning', async () => {
    expect(await assess('pan', 'NOT_SEEDED')).toMatchObject({ verdict: 'valid', warnings: ['pan_aadhaar_not_linked'] });
  });

  it('its word on names decides, and its score is shown', async () => {
    const answer = { pan: 'X', valid: true, registered_name: 'A', name_match_result: 'MODERATE_PARTIAL_MATCH', name_match_score: '70.00' };
    it_.fakeApi.answerNextWith({ status: 200, body: answer });
    expect(findingIn(await complete(it_, wayOf('pan'), 'ABCPV1234D'))).toMatchObject({
      match: { name: { score: 70, band: 'moderate_partial' } },
    });
  });

  it('a wrong OTP may be tried again, an old one needs another, the right one brings the record', async () => {
    const way = wayOf('aadhaar');
    const begun = await it_.provider.start(requestFor(way, KNOWN_NUMBERS.aadhaar ?? ''), contextOf());
    expect(begun).toMatchObject({ kind: 'otp', expiresAtMs: NOW_MS + 600_000, resendAfterMs: NOW_MS + 60_000 });
    const inquiry = inquiryFor(way, 'reference' in begun ? (begun.reference ?? '') : '', '7058');
    const submit = (otp: string, reference = inquiry.reference) =>
      it_.provider.submitOtp!({ ...inquiry, reference }, new Secret(otp), contextOf());
    expect(await submit('000000')).toMatchObject({ kind: 'otp_wrong', reason: 'otp_incorrect' });
    expect(await submit(SECURE_ID_OTP, 'gone')).toMatchObject({ kind: 'otp_wrong', reason: 'otp_expired' });
    it_.fake.failNext('server_error');
    expect(await submit(SECURE_ID_OTP)).toMatchObject({ kind: 'unavailable', isUnknown: true });
    expect(findingIn(await submit(SECURE_ID_OTP))).toMatchObject({
      holder: { dateOfBirth: '1990-01-01', address: { parts: { city: 'Bengaluru', state: 'Karnataka', pinCode: '560001' } } },
    });
  });

  it('keeps the OTP that is on its way when another is asked for too soon', async () => {
    const way = wayOf('aadhaar');
    const request = requestFor(way, KNOWN_NUMBERS.aadhaar ?? '');
    it_.fakeApi.answerNextWith({ status: 409, body: { code: 'otp_already_generated', message: 'Otp generated for this aadhaar' } });
    expect(await it_.provider.resendOtp!(inquiryFor(way, '4711', '7058'), request, contextOf())).toMatchObject({
      kind: 'otp',
      reference: '4711',
    });
    const another = await it_.provider.resendOtp!(
      inquiryFor(way, '4711', '7058'),
      requestFor(way, KNOWN_NUMBERS.aadhaar ?? ''),
      contextOf(),
    );
    expect(another).toMatchObject({ kind: 'otp' });
    expect(another).not.toMatchObject({ reference: '4711' });
  });

  it('an empty wallet is a quota, a number that it calls malformed is one, and any other 400 is ours', async () => {
    const way = wayOf('pan');
    const answered = async (status: number, code: string) => {
      it_.fakeApi.answerNextWith({ status, body: { type: 'validation_error', code, message: 'in words' } });
      return it_.provider.start(requestFor(way, KNOWN_NUMBERS.pan ?? ''), contextOf());
    };
    expect(await answered(422, 'insufficient_balance')).toMatchObject({ kind: 'unavailable', reason: 'provider_quota_exhausted' });
    expect(await answered(400, 'pan_invalid')).toMatchObject({ kind: 'done', finding: { verdict: 'refused', reason: 'number_invalid' } });
    expect(await answered(400, 'header_missing')).toMatchObject({ kind: 'unavailable', isUnknown: false });
  });

  it('tells of penny drops by the id under which they were made, of nothing else, and signs under the secret before too', () => {
    const read = (reported: object, secret?: string) =>
      it_.provider.parseWebhook!({ ...FakeSecureId.webhook(reported, NOW_MS, secret), receivedAtMs: NOW_MS });
    expect(read({ user_id: 'kyc_1.1', bank_account: '026291800001191' })).toMatchObject([{ verificationId: 'kyc_1' }]);
    expect(read({ reference_id: 4711 })).toEqual([]);
    expect(() => read({ verification_id: 'kyc_1.1' }, 'another secret')).toThrow('signature_invalid');
    const { provider, close } = createCashfreeSecureId({ apiUrl: it_.fakeApi.url, ...SECURE_ID_KEYS, webhookSecrets: ['another secret'] });
    const reported = { ...FakeSecureId.webhook({ verification_id: 'kyc_1.1' }, NOW_MS, 'another secret'), receivedAtMs: NOW_MS };
    expect(provider.parseWebhook(reported)).toHaveLength(1);
    return close();
  });

  it('refuses a consent page without TLS', async () => {
    it_.fakeApi.answerNextWith({ status: 200, body: { reference_id: 1, url: 'http://verification.example/x', status: 'PENDING' } });
    const step = await it_.provider.start(requestFor({ type: 'pan', method: 'digilocker' }, KNOWN_NUMBERS.pan ?? ''), contextOf());
    expect(step).toMatchObject({ kind: 'unavailable', isUnknown: true });
  });
});
