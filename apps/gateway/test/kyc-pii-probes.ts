import { PiiProbes } from './pii-probes';

/** One number of each document; none of them stands anywhere else. With the IFSC or file number that goes with it. */
export const NUMBERS: readonly (readonly [type: string, written: string, details: object])[] = [
  ['aadhaar', '9999 4105 7058', {}],
  ['pan', 'CNRPK-4821-F', {}],
  ['passport', 'K 7391846', { file_number: 'CN4839201746583', date_of_birth: '1991-07-23' }],
  ['driving_licence', 'KA-05/2019/4837261', { date_of_birth: '1991-07-23' }],
  ['voter_id', 'CNR8473625', {}],
  ['gstin', '29CNRCK4837F1Z7', {}],
  ['cin', 'U72900KA2020PTC483726', {}],
  ['llpin', 'CNR-4837', {}],
  ['udyam', 'UDYAM-KA-07-4837261', {}],
  ['bank_account', '4837 2610 9548', { ifsc: 'SBOX0000001' }],
  ['vpa', 'canary.kumari.4837@okbank', {}],
];

export const AADHAAR = '999941057058';
export const PAN = 'CNRPK4821F';
/** A virtual id stands for an Aadhaar number and is as secret. */
const VIRTUAL_ID = '9999105736482108';
export const OTP = '48372695';

/** What is planted where no number belongs, whatever the verification is about. */
export const STRANGERS = ['9999 4105 7058', '9999-4105-7058', '９９９９ ४१०५ 7058', PAN, '9999 1057 3648 2108', '29CNRCK4837F1Z7'];

export const PII_PROBES = new PiiProbes([...NUMBERS.map(([, written]) => written), VIRTUAL_ID, 'CN4839201746583', OTP]);

/** The Unicode shapes of the same, which are not folded back in a place where no number is expected. */
export const FOREIGN_DIGITS = ['９９９９ ४१०५ 7058', '９９９９ ४१०५', '९९९९४१०५७०५८'];

/** A whole good body around one number, so that each of its fields can be the one that is wrong. */
export function fullBody(customerId: string): Record<string, unknown> {
  return {
    customer_id: customerId,
    document_type: 'pan',
    document_number: 'ZZZPS0003V',
    verify_address: false,
    document_details: {
      full_name: 'Asha Verma',
      date_of_birth: '1991-07-23',
      file_number: null,
      ifsc: null,
      method: 'database',
      redirect_url: 'https://shop.example/back',
    },
    consent: { given: true, text_version: '1', captured_at: 1_795_000_000, purpose: 'p', channel: 'web', language: 'en' },
    metadata: { note: 'n' },
  };
}

/** The dotted path of every field of a body, objects and what they hold. */
export function fieldsOf(body: object, prefix = ''): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const nested = typeof value === 'object' && value !== null ? fieldsOf(value as object, `${prefix}${name}.`) : [];
    return [`${prefix}${name}`, ...nested];
  });
}

/** The body with something else at one place. */
export function withField(body: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [name]: value };
  return { ...body, [name]: withField((body[name] ?? {}) as Record<string, unknown>, rest.join('.'), value) };
}
