import fc from 'fast-check';
import { matchAddresses } from './address-match';
import { matchNames } from './name-match';
import vectors from './name-match-vectors.json';

describe('names', () => {
  it.each(vectors.cases)('"$a" and "$b" score $score', ({ a, b, score, band }) => {
    expect(matchNames(a, b)).toEqual({ score, band });
  });

  it.each([
    ['Ravi Kumar S/O Mohan Lal', 'Ravi Kumar', 100],
    ['José Fernandes', 'Jose Fernandes', 100],
    ['ASHAVERMA', 'Asha Verma', 100],
    ['', 'Asha', 0],
  ])('"%s" and "%s" score %d', (left, right, score) => expect(matchNames(left, right).score).toBe(score));

  it('a score lies between 0 and 100, and a name is itself', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (left, right) => {
        const { score } = matchNames(left, right);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        if (/[a-z]{2}/i.test(left)) expect([0, 100]).toContain(matchNames(left, left).score);
      }),
    );
  });
});

describe('addresses', () => {
  const home = { rest: '12 MG Road, Indiranagar', city: 'Bengaluru', state: 'Karnataka', pinCode: '560 038' };
  it('pass when PIN and state are equal and half of the words', () => {
    expect(
      matchAddresses(home, { rest: 'No 12 M G Road Indiranagar', city: 'BENGALURU', state: 'KARNATAKA', pinCode: '560038' }).verdict,
    ).toBe('passed');
  });
  it('go to a person when only the end of the PIN differs', () => {
    expect(matchAddresses(home, { ...home, pinCode: '560001' }).verdict).toBe('review');
  });
  it.each([
    { ...home, pinCode: '110001' },
    { ...home, state: 'Delhi' },
    { ...home, pinCode: undefined },
  ])('do not match %j', (other) => expect(matchAddresses(home, other).verdict).toBe('mismatch'));
  it('know that a state was renamed', () => {
    expect(matchAddresses({ ...home, state: 'Orissa' }, { ...home, state: 'Odisha' }).verdict).toBe('passed');
  });
});
