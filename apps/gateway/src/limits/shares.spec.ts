import fc from 'fast-check';
import { allowedOf, sharesOf, type Demand } from './shares';

const demand = (processId: string, wanted: number, key = 'acct_1:live:writes'): Demand => ({ processId, key, wanted });
const KEY = 'acct_1:live:writes';

describe('shares of a limit', () => {
  it('are all of it for a process that is alone', () => {
    expect(sharesOf('a', [demand('a', 300)])).toEqual(new Map());
    expect(sharesOf('a', [])).toEqual(new Map());
  });

  it('follow what each process sees', () => {
    const demands = [demand('a', 300), demand('b', 100), demand('c', 0, '')];
    expect(['a', 'b', 'c'].map((id) => sharesOf(id, demands).get(KEY)?.part.toFixed(4))).toEqual(['0.7083', '0.2583', '0.0333']);
  });

  it('leave limits alone that nobody speaks of', () => {
    expect(sharesOf('a', [demand('a', 0, ''), demand('b', 0, '')])).toEqual(new Map());
  });

  it('sum to 1 over all processes, and leave each of them something', () => {
    const ids = ['a', 'b', 'c', 'd'];
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1_000 }), { minLength: 2, maxLength: 4 }), (seen) => {
        const processes = ids.slice(0, seen.length);
        const demands = processes.map((id, index) => demand(id, seen[index] ?? 0));
        const shares = processes.map((id) => sharesOf(id, demands).get(KEY)?.part ?? 0);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        expect(Math.min(...shares)).toBeGreaterThan(0);
      }),
    );
  });

  it('let a process that sees the account for the first time take what the others leave', () => {
    const share = sharesOf('b', [demand('a', 70), demand('b', 0, '')]).get(KEY)!;
    expect(allowedOf(share, 100)).toBeCloseTo(0.3, 9);
    expect(allowedOf(share, 60)).toBe(0.05);
  });

  it('let all together take the limit at most, and all that they want when that is less', () => {
    const [LIMIT, ids] = [100, ['a', 'b', 'c', 'd']];
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 120 }), { minLength: 2, maxLength: 4 }), (seen) => {
        const demands = seen.map((wanted, index) => demand(ids[index]!, wanted));
        const total = seen.reduce((sum, wanted) => sum + wanted, 0);
        const taken = demands.map(({ processId, wanted }) =>
          Math.min(wanted, LIMIT * allowedOf(sharesOf(processId, demands).get(KEY)!, LIMIT)),
        );
        const sum = taken.reduce((all, one) => all + one, 0);
        expect(sum).toBeLessThanOrEqual(LIMIT + 1e-6);
        if (total <= LIMIT) expect(sum).toBeCloseTo(total, 6);
      }),
    );
  });
});
