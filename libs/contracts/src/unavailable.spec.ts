import { unavailabilityOf, type Unavailability } from './unavailable';

const withCode = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });

describe('unavailabilityOf', () => {
  const MEANINGS: readonly [Unavailability, readonly string[]][] = [
    [
      'away',
      ['ECONNREFUSED', 'EAI_AGAIN', '08006', '25006', '25P03', '25P04', '53100', '53300', '57014', '57P01', '57P05', '58030', 'XX000'],
    ],
    ['contended', ['40001', '40P01', '55006', '55P03']],
    ['unmigrated', ['28P01', '3D000', '3F000', '42501', '42703', '42704', '42883', '42P01', '42P10']],
  ];

  it.each(MEANINGS.flatMap(([kind, codes]) => codes.map((code) => [code, kind] as const)))('takes %s for %s', (code, kind) => {
    expect(unavailabilityOf(withCode(code))).toBe(kind);
    expect(unavailabilityOf(new Error('query failed', { cause: withCode(code) }))).toBe(kind);
  });

  it('reads what has no code of its own from the message', () => {
    expect(unavailabilityOf(new Error('Connection terminated unexpectedly'))).toBe('away');
    expect(unavailabilityOf(withCode('23514', 'no partition of relation "attempts" found for row'))).toBe('unmigrated');
    expect(unavailabilityOf(withCode('0A000', 'cached plan must not change result type'))).toBe('contended');
  });

  it.each(['22P02', '23505', '23514', '42601', '0A000', '25P02'])('leaves %s a fault of the message or of the code', (code) => {
    expect(unavailabilityOf(withCode(code))).toBeUndefined();
  });

  it.each([new TypeError('x is not a function'), new Error('no endpoint'), 'oops', undefined])('leaves %s a bug', (error) => {
    expect(unavailabilityOf(error)).toBeUndefined();
  });
});
