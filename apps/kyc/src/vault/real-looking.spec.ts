import { FixedClock } from '#testing';
import type { DocumentType } from '#contracts';
import { Intake, type IntakeParts } from './document-intake';

/** In test mode nothing is asked of anybody: the number alone decides. */
const strict = new Intake({
  clock: new FixedClock(0),
  rules: { keepMs: 1, triesPerDay: 1, keepsAadhaarHash: false, refusesRealLooking: true },
} as unknown as IntakeParts);
const lenient = new Intake({
  clock: new FixedClock(0),
  rules: { keepMs: 1, triesPerDay: 1, keepsAadhaarHash: false },
} as unknown as IntakeParts);
const OWNER = { accountId: 'acct_1', verificationId: 'kyc_1', livemode: false };
const order = (number: string, documentType: DocumentType = 'aadhaar') =>
  ({ documentType, number, ifsc: null, fileNumber: null, customerId: 'cust_1', method: null }) as const;
const REFUSED = {
  refusal: { code: 'document_number_invalid', details: { reason: 'live_identifier_in_sandbox', param: 'document_number' } },
};

it.each(['2345 6789 0124', '345678901238'])(
  'a number that may have been issued is refused where the operator set it: %s',
  async (number) => {
    const verdict = await strict.takeDocument(OWNER, order(number));
    expect(verdict).toMatchObject(REFUSED);
    expect(JSON.stringify(verdict)).not.toContain(number.slice(1, 6));
    expect(await lenient.takeDocument(OWNER, order(number))).toMatchObject({ document: { sandboxOutcome: 'verified' } });
  },
);

it.each([
  ['9999-0001-0009', 'verified'],
  ['1234-5678-9012', 'verified'],
  ['2345-6789-0123', 'invalid_checksum'],
])('test numbers, placeholders and mistyped ones are taken: %s', async (number, sandboxOutcome) => {
  expect(await strict.takeDocument(OWNER, order(number))).toMatchObject({ document: { sandboxOutcome } });
});

it('is about Aadhaar alone', async () => {
  expect(await strict.takeDocument(OWNER, order('ABCPV1234D', 'pan'))).toMatchObject({ document: { sandboxOutcome: 'verified' } });
});
