import fc from 'fast-check';
import { DOCUMENT_TYPES, documentTypeOf, isVerhoeffValid, readDocumentNumber, readIfsc, readPassportFileNumber } from './index';
import type { DocumentType } from './index';
import vectors from './kyc-vectors.json';

const documentOf = (type: DocumentType, input: string) => {
  const verdict = readDocumentNumber(type, input);
  if ('problem' in verdict) throw new Error(`${type} refused: ${verdict.problem}`);
  return verdict.document;
};
const problemOf = (type: DocumentType, input: string) => {
  const verdict = readDocumentNumber(type, input);
  return 'problem' in verdict ? verdict.problem : verdict.document.failedCheck;
};

describe('what the register would know', () => {
  const valid: readonly (readonly [DocumentType, readonly string[]])[] = [
    ['aadhaar', [...vectors.aadhaar.valid.map(({ number }) => number), ...vectors.aadhaar.uidai_staging]],
    ['pan', [...vectors.pan.valid.map(({ number }) => number), ...vectors.pan.holder_types]],
    ['gstin', vectors.gstin.valid.map(({ number }) => number)],
    ['passport', vectors.passport.valid.map(({ number }) => number)],
    ['voter_id', [...vectors.voter_id.valid, ...vectors.voter_id.advisory_checksum_fail_but_accept, 'AB/12/123/123456']],
    ['driving_licence', [...vectors.driving_licence.valid, ...vectors.driving_licence.accept_with_hint].map(({ input }) => input)],
    ['driving_licence', ['KA-01/123456/2004', 'RJ-13/DLC/12/123456', 'JK01FG8087']],
    ['cin', vectors.cin.valid],
    ['llpin', vectors.llpin.valid],
    ['udyam', vectors.udyam.valid],
    ['bank_account', ['123456789', '123456789012345678', '00000000000001']],
    ['vpa', vectors.vpa.valid.map(({ vpa }) => vpa)],
  ];
  const rows = valid.flatMap(([type, numbers]) => numbers.map((number) => ({ type, number })));

  it.each(rows)('reads the $type $number', ({ type, number }) => expect(problemOf(type, number)).toBeNull());
});

describe('what no register has', () => {
  const invalid: readonly (readonly [DocumentType, readonly { input: string; code: string }[]])[] = [
    ['aadhaar', vectors.aadhaar.invalid],
    ['pan', vectors.pan.invalid],
    ['gstin', vectors.gstin.invalid],
    ['passport', vectors.passport.invalid],
    ['voter_id', vectors.voter_id.invalid],
    ['driving_licence', vectors.driving_licence.invalid],
    ['cin', vectors.cin.invalid],
    ['llpin', vectors.llpin.invalid],
    ['udyam', vectors.udyam.invalid],
    ['bank_account', vectors.bank_account.invalid],
  ];
  const rows = invalid.flatMap(([type, inputs]) => inputs.map(({ input, code }) => ({ type, input, code })));

  it.each(rows)('calls the $type "$input" $code', ({ type, input, code }) => expect(problemOf(type, input)).toBe(code));

  it.each([
    ['pan', 'ZZZES0001V', 'invalid_holder_type'],
    ['gstin', '29ZZZCS0001V1DB', 'unsupported_gstin_kind'],
    ['gstin', '29ZZZCS0001V0ZC', 'invalid_entity_number'],
    ['gstin', '96ZZZCS0001V1ZB', 'invalid_state_code'],
    ['cin', 'U72900KA2020XYZ000001', 'invalid_company_class'],
    ['driving_licence', 'XX0120200000001', 'invalid_state_code'],
    ['driving_licence', '120120200000001', 'invalid_format'],
    ['aadhaar', vectors.aadhaar_virtual_id.valid[0] ?? '', 'invalid_length'],
    ['aadhaar', '9'.repeat(500), 'invalid_length'],
  ] as const)('calls the %s %s %s', (type, input, word) => expect(problemOf(type, input)).toBe(word));

  it.each(vectors.vpa.invalid)('refuses the VPA $vpa', ({ vpa }) => expect(readDocumentNumber('vpa', vpa)).toHaveProperty('problem'));

  it('a placeholder of documentation has the right form and fails only the specific check', () => {
    expect(documentOf('aadhaar', '1234-5678-9012').failedCheck).toBe('invalid_first_digit');
  });
});

describe('as people write it', () => {
  const forms: readonly (readonly [DocumentType, readonly { input: string; normalized: string }[]])[] = [
    ['aadhaar', vectors.aadhaar.accepted_input_forms],
    ['pan', vectors.pan.accepted_input_forms],
    ['bank_account', vectors.bank_account.accepted_input_forms],
    ['udyam', vectors.udyam.accepted_input_forms],
    ['driving_licence', vectors.driving_licence.valid],
  ];
  const rows = forms.flatMap(([type, inputs]) => inputs.map((form) => ({ type, ...form })));

  it.each(rows)('$type "$input" is $normalized', ({ type, input, normalized }) => expect(documentOf(type, input).number).toBe(normalized));

  it.each(['९९९९-०००१-०००९', '９９９９ ０００１ ０００９', '9999–0001–0009'])('reads the digits and dashes of %s', (input) => {
    expect(documentOf('aadhaar', input).number).toBe('999900010009');
  });

  it('puts the hyphen of an LLPIN back', () => expect(documentOf('llpin', 'zzz0001').number).toBe('ZZZ-0001'));
});

describe('masks', () => {
  it.each(vectors.aadhaar.valid)('$number is shown as $masked', ({ number, masked }) =>
    expect(documentOf('aadhaar', number)).toMatchObject({ masked, last4: masked.slice(-4) }),
  );
  it.each(vectors.pan.masked)('$number is shown as $masked', ({ number, masked }) => expect(documentOf('pan', number).masked).toBe(masked));
  it.each([
    ['bank_account', '123456789', 'XXXXXXXX6789'],
    ['udyam', 'UDYAM-KA-00-0000001', 'XXXXX-XX-XX-XXX0001'],
    ['vpa', '9876543210@ybl', 'XXXXXX3210@ybl'],
    ['vpa', 'ab@upi', 'XX@upi'],
  ] as const)('%s %s is shown as %s', (type, input, masked) => expect(documentOf(type, input).masked).toBe(masked));

  it('show at most four characters of the secret, whatever was written', () => {
    const input = fc.stringMatching(/^[A-Z0-9]{6,21}$/);
    fc.assert(
      fc.property(fc.constantFrom(...DOCUMENT_TYPES), input, (type, text) => {
        const verdict = readDocumentNumber(type, text);
        if ('problem' in verdict) return;
        const { number, masked } = verdict.document;
        const shown = [...masked].filter((letter) => /[0-9A-WYZ]/.test(letter));
        expect(shown.length).toBeLessThanOrEqual(4);
        expect(masked).not.toContain(number);
      }),
    );
  });
});

it('Verhoeff takes the one right last digit of an Aadhaar number, and the textbook example', () => {
  expect([...'0123456789'].filter((digit) => isVerhoeffValid(`99994105705${digit}`))).toEqual(['8']);
  expect(isVerhoeffValid('2363')).toBe(true);
  expect(isVerhoeffValid('3263')).toBe(false);
});

it('Verhoeff finds every single wrong digit and every adjacent transposition', () => {
  const digits = fc.integer({ min: 10_000_000_000, max: 99_999_999_999 }).map(String);
  fc.assert(
    fc.property(digits, fc.nat(10), fc.integer({ min: 1, max: 9 }), (eleven, place, shift) => {
      const number = Array.from({ length: 10 }, (_, digit) => `${eleven}${digit}`).find(isVerhoeffValid) ?? '';
      const wrong = number.slice(0, place) + String((Number(number[place]) + shift) % 10) + number.slice(place + 1);
      expect(isVerhoeffValid(wrong)).toBe(false);
      const swapped = number.slice(0, place) + number.charAt(place + 1) + number.charAt(place) + number.slice(place + 2);
      if (swapped !== number) expect(isVerhoeffValid(swapped)).toBe(false);
    }),
  );
});

describe('beside the number', () => {
  it.each([...vectors.ifsc.valid_format_and_real_dataset, ...vectors.ifsc.valid_format_not_in_dataset])(
    'takes the IFSC $code',
    ({ code }) => expect(readIfsc(code)).toEqual({ ifsc: code }),
  );
  it.each(vectors.ifsc.accepted_input_forms)('IFSC $input is $normalized', ({ input, normalized }) =>
    expect(readIfsc(input)).toEqual({ ifsc: normalized }),
  );
  it.each(vectors.ifsc.invalid)('calls the IFSC $input $code', ({ input, code }) => expect(readIfsc(input)).toEqual({ problem: code }));
  it.each(['HDFC0-00001', 'HDFC0 00001', 'HDFC_000001', 'HDFC0-000001'])(
    'names the characters of the IFSC %s before its length and pattern',
    (input) => {
      expect(readIfsc(input)).toEqual({ problem: 'invalid_characters' });
    },
  );
  it('names the characters of a file number before its length and pattern', () => {
    expect(readPassportFileNumber('ZZ10000/00001')).toEqual({ problem: 'invalid_characters' });
  });
  it.each(vectors.passport.valid)('takes the file number $file_number', ({ file_number }) =>
    expect(readPassportFileNumber(file_number)).toEqual({ fileNumber: file_number }),
  );
  it('understands the American spelling of a licence and no unknown type', () => {
    expect(documentTypeOf('driving_license')).toBe('driving_licence');
    expect(documentTypeOf('library_card')).toBeUndefined();
    expect(documentTypeOf('constructor')).toBeUndefined();
  });
});
