import { assess, type GivenDetails } from './assess';
import type { KycFinding } from './provider';

type Valid = Extract<KycFinding, { verdict: 'valid' }>;
const PARTS = { rest: '12, MG Road', city: 'Bengaluru', state: 'Karnataka', pinCode: '560001' };
const FOUND: Valid = {
  verdict: 'valid',
  holder: { name: 'ASHA VERMA', dateOfBirth: '1990-01-01', address: { line: '12, MG Road, Bengaluru', parts: PARTS } },
  match: {},
  warnings: [],
};
const GIVEN: GivenDetails = { fullName: 'Asha Verma', dateOfBirth: '1990-01-01', verifyAddress: false };
const checked = (given: Partial<GivenDetails>, found: Partial<Valid> = {}) => assess({ ...FOUND, ...found }, { ...GIVEN, ...given });

it.each<[string, Partial<GivenDetails>, Partial<Valid>, string]>([
  ['everything agrees', {}, {}, 'passed'],
  ['nothing was given', { fullName: undefined, dateOfBirth: undefined }, {}, 'passed'],
  ['another name', { fullName: 'Ravi Kumar' }, {}, 'failed name_mismatch'],
  ['an initial for the first name', { fullName: 'A Verma' }, {}, 'review name_partial_match'],
  ['another birth date', { dateOfBirth: '1990-01-02' }, {}, 'failed dob_mismatch'],
  ['another name and birth date: the name is reported', { fullName: 'Ravi Kumar', dateOfBirth: '1991-01-01' }, {}, 'failed name_mismatch'],
  ["the provider's band decides, not our score", {}, { match: { name: { score: 38, band: 'poor_partial' } } }, 'failed name_mismatch'],
  [
    "the provider's band passes, whatever we think",
    { fullName: 'Ravi' },
    { match: { name: { score: 85, band: 'good_partial' } } },
    'passed',
  ],
  ['the provider compared the birth date', {}, { match: { dateOfBirth: 'mismatch' } }, 'failed dob_mismatch'],
  ['the same address', { verifyAddress: true, address: PARTS }, {}, 'passed'],
  ['a PIN nearby', { verifyAddress: true, address: { ...PARTS, pinCode: '560042' } }, {}, 'review address_partial_match'],
  ['another state', { verifyAddress: true, address: { ...PARTS, state: 'Kerala' } }, {}, 'failed address_mismatch'],
  ['another address that was not to be compared', { address: { ...PARTS, state: 'Kerala' } }, {}, 'passed'],
  ['no address on record', { verifyAddress: true }, {}, 'passed'],
])('%s: %s', (_name, given, found, expected) => {
  const assessment = checked(given, found);
  expect(`${assessment.verdict}${'reason' in assessment ? ` ${assessment.reason}` : ''}`).toBe(expected);
});

it('tells the address only to those who asked for it, and what could not be compared', () => {
  expect(checked({}).facts.address).toBeUndefined();
  expect(checked({ verifyAddress: true }).facts).toMatchObject({
    address: '12, MG Road, Bengaluru',
    checks: { address_match: 'not_performed' },
  });
  const { facts } = checked({ verifyAddress: true, address: PARTS }, { holder: { name: 'ASHA VERMA' } });
  expect(facts.checks).toMatchObject({ address_match: 'not_available', dob_match: 'not_available', name_match: 'passed' });
});

it('warns of a PAN whose fifth letter begins no word of the name, and lets it pass', () => {
  expect(checked({ nameInitial: 'X' })).toMatchObject({ verdict: 'passed', facts: { warnings: ['name_initial_mismatch'] } });
  expect(checked({ nameInitial: 'V' }).facts.warnings).toEqual([]);
});

it('takes the thresholds of the operator', () => {
  const strict = assess(FOUND, { ...GIVEN, fullName: 'Asha Devi Verma' }, { passFrom: 95, reviewFrom: 90 });
  const usual = assess(FOUND, { ...GIVEN, fullName: 'Asha Devi Verma' });
  expect([strict.verdict, usual.verdict]).toEqual(['failed', 'passed']);
});
