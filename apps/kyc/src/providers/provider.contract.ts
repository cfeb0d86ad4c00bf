import { methodsOf, usualMethodOf, type DocumentType, type VerificationMethod } from '#contracts';
import type { PartnerDelivery } from '#partner-http';
import type { Fault } from '#testing';
import type { CallContext, KycFinding, KycInquiry, KycProvider, KycRequest, KycStep } from './provider';
import { Secret } from './secret';

const VERIFICATION_ID = 'kyc_0TgWzRaB07xK2mNq5Yd8Vf3L';
/** 2026-11-21T09:30:00Z. */
export const NOW_MS = 1_795_253_400_000;
const HOLDER = 'ASHA VERMA';

/** Numbers that the far side knows, one for each document. */
export const KNOWN_NUMBERS: Readonly<Partial<Record<DocumentType, string>>> = {
  aadhaar: '999941057058',
  pan: 'ABCPV1234D',
  passport: 'J8369854',
  voter_id: 'UAI4574761',
  driving_licence: 'KA0120190000898',
  gstin: '29AAICP2912R1ZR',
  cin: 'U72900KA2015PTC082988',
  bank_account: '26291800001191',
  vpa: 'asha@okaxis',
};
/** Well-formed numbers that no register knows. */
const UNKNOWN_NUMBERS: typeof KNOWN_NUMBERS = {
  aadhaar: '999971658847',
  pan: 'AAAPZ1234C',
  passport: 'Z9999999',
  voter_id: 'ZZZ9999999',
  driving_licence: 'KA0120190009999',
  gstin: '27AAACR5055K1Z7',
  cin: 'U72900KA2015PTC099999',
  bank_account: '99999999999999',
  vpa: 'nobody@okaxis',
};
const FILE_NUMBER = 'BN1081000000000';

/** An adapter with its far side. */
export interface ProviderUnderTest {
  provider: KycProvider;
  fake: {
    failNext(fault: Fault, match?: RegExp): void;
    /** The customer consents on the page, with the document of this number. */
    consent(reference: string, number: string | null): void;
    unplug(): Promise<void>;
    otp: string;
    /** What must be in no answer. */
    secrets: readonly string[];
    /** Documents whose source takes an id of ours: asked twice, charged once. */
    actsOnce: readonly DocumentType[];
    /** What it posts about a question that was put under this id of ours; null for a provider that documents no signed webhooks. */
    deliver: ((ownId: string, timestampMs?: number) => PartnerDelivery) | null;
    /** How many questions were charged for. */
    charged(): number;
  };
  stop(): Promise<void>;
}

export interface Way {
  type: DocumentType;
  method: VerificationMethod;
}

export function contextOf(change: Partial<CallContext> = {}): CallContext {
  return { idempotencyKey: 'kyc_0TgWzRaB07xK2mNq5Yd8Vf3L.1', timeoutMs: 2_000, nowMs: NOW_MS, ...change };
}

export function requestFor({ type, method }: Way, number: string): KycRequest {
  return {
    documentType: type,
    method,
    documentNumber: new Secret(number),
    ifsc: 'YESB0000262',
    fileNumber: new Secret(type === 'passport' ? (number === KNOWN_NUMBERS.passport ? FILE_NUMBER : 'BN9999999999999') : FILE_NUMBER),
    redirectUrl: 'https://merchant.example/back',
    subject: { fullName: 'Asha Verma', dateOfBirth: '1990-01-01' },
  };
}

/** What the far side has to know of a document: a passport is found by its file number. */
export function registeredNumbers(): string[] {
  return Object.entries(KNOWN_NUMBERS).map(([type, number]) => (type === 'passport' ? FILE_NUMBER : number));
}

export function inquiryFor(way: Way, reference: string, number: string): KycInquiry {
  return { documentType: way.type, method: way.method, reference, last4: number.slice(-4) };
}

/** Goes on as a customer would until the register has answered. */
export async function complete(it_: ProviderUnderTest, way: Way, number: string, shared: string | null = number): Promise<KycStep> {
  const ctx = contextOf();
  const begun = await it_.provider.start(requestFor(way, number), ctx);
  if (!('reference' in begun) || begun.reference === null) return begun;
  const inquiry = inquiryFor(way, begun.reference, number);
  if (begun.kind === 'otp') return it_.provider.submitOtp!(inquiry, new Secret(it_.fake.otp), ctx);
  if (begun.kind === 'redirect') it_.fake.consent(begun.reference, shared);
  return begun.kind === 'done' ? begun : it_.provider.fetch(inquiry, ctx);
}

export function findingIn(step: KycStep): KycFinding {
  if (step.kind !== 'done') throw new Error(`nothing was found: ${step.kind}`);
  return step.finding;
}

/** Every adapter of the port passes this suite. */
export function describeKycProvider(name: string, ways: readonly Way[], start: () => Promise<ProviderUnderTest>): void {
  describe(name, () => {
    let it_: ProviderUnderTest;
    beforeEach(async () => {
      it_ = await start();
    });
    afterEach(() => it_.stop());
    const known = ({ type }: Way): string => KNOWN_NUMBERS[type] ?? '';
    const ask = (way: Way, ctx = contextOf()): Promise<KycStep> => it_.provider.start(requestFor(way, known(way)), ctx);

    it('names what it can do: each document and method once, and none that the document has not', () => {
      const can = it_.provider.capabilities().map(({ documentType: type, method }) => `${type}/${method}`);
      expect([...can].sort()).toEqual(ways.map(({ type, method }) => `${type}/${method}`).sort());
      for (const { documentType, method } of it_.provider.capabilities()) expect(methodsOf(documentType)).toContain(method);
    });

    describe.each(ways)('$type by $method', (way) => {
      it('is valid, with the holder as the register has it', async () => {
        expect(findingIn(await complete(it_, way, known(way)))).toMatchObject({ verdict: 'valid', holder: { name: HOLDER } });
      });

      it('is refused, and nothing else, when no such document was issued', async () => {
        const number = UNKNOWN_NUMBERS[way.type] ?? '';
        const finding = findingIn(await complete(it_, way, number));
        expect(finding).toMatchObject({ verdict: 'refused', reason: expect.stringMatching(/not_found$/) });
      });

      it.each<Fault>(['hang', 'cut', 'half', 'garbage', 'oversize', 'server_error'])(
        'is not judged by a call that ended with %s: it may have arrived, and asking again brings the answer',
        async (fault) => {
          it_.fake.failNext(fault);
          const first = await ask(way, contextOf({ timeoutMs: fault === 'hang' ? 300 : 2_000 }));
          expect(first).toMatchObject({ kind: 'unavailable', isUnknown: true });
          expect('mayBeCharged' in first).toBe(fault !== 'server_error');
          expect(findingIn(await complete(it_, way, known(way)))).toMatchObject({ verdict: 'valid' });
        },
      );

      it.each<[Fault, string]>([
        ['rate_limited', 'provider_quota_exhausted'],
        ['unauthorized', 'provider_unavailable'],
      ])('is not judged after %s: nothing was taken on', async (fault, reason) => {
        it_.fake.failNext(fault);
        expect(await ask(way)).toEqual({ kind: 'unavailable', reason, isUnknown: false });
      });

      it('is not judged when no connection stands', async () => {
        await it_.fake.unplug();
        expect(await ask(way)).toEqual({ kind: 'unavailable', reason: 'provider_unavailable', isUnknown: false });
      });

      it('leaves neither number nor secret in what it answers, beside the holder', async () => {
        const request = requestFor(way, known(way));
        const steps = [await it_.provider.start(request, contextOf()), await complete(it_, way, UNKNOWN_NUMBERS[way.type] ?? '')];
        const text = JSON.stringify([steps, request]) + String(request.documentNumber);
        for (const secret of [...it_.fake.secrets, known(way), UNKNOWN_NUMBERS[way.type]]) expect(text).not.toContain(secret);
      });
    });

    describe.each(ways.filter(({ method }) => method === 'digilocker'))('$type by consent', (way) => {
      it('is not verified by the document of another', async () => {
        const other = UNKNOWN_NUMBERS[way.type] ?? '';
        expect(findingIn(await complete(it_, way, other, known(way)))).toMatchObject({ verdict: 'refused', reason: 'document_not_found' });
      });

      it('waits while the customer has not decided, sends him nowhere without TLS, and takes a no for a no', async () => {
        const begun = await ask(way);
        if (begun.kind !== 'redirect') throw new Error('no page to go to');
        expect(new URL(begun.url).protocol).toBe('https:');
        expect(begun.expiresAtMs).toBeGreaterThan(NOW_MS);
        const inquiry = inquiryFor(way, begun.reference, known(way));
        expect(await it_.provider.fetch(inquiry, contextOf())).toEqual({ kind: 'pending', reference: begun.reference });
        it_.fake.failNext('server_error');
        expect(await it_.provider.fetch(inquiry, contextOf())).toMatchObject({ kind: 'unavailable' });
        it_.fake.consent(begun.reference, null);
        expect(findingIn(await it_.provider.fetch(inquiry, contextOf()))).toEqual({ verdict: 'refused', reason: 'consent_missing' });
      });

      it('is over when the provider knows no such session', async () => {
        const step = await it_.provider.fetch(inquiryFor(way, '4711', known(way)), contextOf());
        expect(step).toMatchObject({ kind: 'ended', reason: 'session_expired' });
      });
    });

    it('is believed when it signs, whose verification it is about is read, and nothing more', () => {
      const { deliver } = it_.fake;
      expect(deliver === null).toBe(it_.provider.parseWebhook === undefined);
      if (deliver === null) return;
      const read = (delivery: PartnerDelivery) => it_.provider.parseWebhook!(delivery);
      const reported = deliver(`${VERIFICATION_ID}.1`);
      expect(read(reported)).toEqual([{ id: expect.any(String), verificationId: VERIFICATION_ID }]);
      expect(read(reported)).toEqual(read(reported));
      expect(read(deliver(`${VERIFICATION_ID}.2.1795253400000`))).toMatchObject([{ verificationId: VERIFICATION_ID }]);
    });

    it('is not believed without its signature, over other bytes, long after, or in other words than it documents', () => {
      const { deliver } = it_.fake;
      if (deliver === null) return;
      const read = (change: (reported: PartnerDelivery) => PartnerDelivery) => () =>
        it_.provider.parseWebhook!(change(deliver(`${VERIFICATION_ID}.1`)));
      expect(read((reported) => ({ ...reported, headers: {} }))).toThrow('signature_invalid');
      expect(read((reported) => ({ ...reported, rawBody: Buffer.from('{}') }))).toThrow('signature_invalid');
      expect(read((reported) => ({ ...reported, receivedAtMs: NOW_MS + 7 * 86_400_000 }))).toThrow('timestamp_outside_window');
    });

    it('says of which questions each is charged for: those that take no id of ours and are answered at once', () => {
      const charged = ways.filter(
        ({ type, method }) => method === usualMethodOf(type) && method !== 'otp' && !it_.fake.actsOnce.includes(type),
      );
      const providerResult = it_.provider.capabilities().filter(({ isChargedEachTime }) => isChargedEachTime);
      expect(providerResult.map(({ documentType }) => documentType).sort()).toEqual(charged.map(({ type }) => type).sort());
    });

    it('charges once for a question that is put twice, where it takes an id of ours', async () => {
      for (const way of ways.filter(({ type, method }) => it_.fake.actsOnce.includes(type) && method !== 'digilocker')) {
        const ctx = contextOf({ idempotencyKey: `kyc_0TgWzRaB07xK2mNq5Yd8Vf3L.${way.type}` });
        const before = it_.fake.charged();
        it_.fake.failNext('cut', /^POST/);
        expect(await ask(way, ctx)).toMatchObject({ kind: 'unavailable', isUnknown: true });
        expect(['done', 'pending']).toContain((await ask(way, ctx)).kind);
        expect(await ask(way, ctx)).toEqual(await ask(way, ctx));
        expect(it_.fake.charged() - before).toBe(1);
      }
    });
  });
}
