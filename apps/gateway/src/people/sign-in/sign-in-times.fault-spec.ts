import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { newEmail, Person, signedUp } from '../../../test/person';

const SAMPLES = 200;
const WRONG = 'brisk-lantern heron on tin';
/** Four hundred hashes, on a machine that may have other work. */
jest.setTimeout(300_000);

describe('the time of a sign-in with a wrong password', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  it('(4) is the same for an address that has a user and for one that has none: medians within a tenth over 200', async () => {
    const { email: known } = await signedUp(gateway);
    const unknown = newEmail();
    const stranger = new Person(gateway.url);
    const timeOf = async (email: string): Promise<number> => {
      const startedMs = performance.now();
      expect((await stranger.post('/sign_in', { email, password: WRONG })).status).toBe(401);
      return performance.now() - startedMs;
    };
    for (const email of [known, unknown]) await timeOf(email);
    const times = { known: [] as number[], unknown: [] as number[] };
    // In turns, each the first every other time: what else the machine does falls on both alike.
    for (let taken = 0; taken < SAMPLES; taken++) {
      for (const isKnown of taken % 2 === 0 ? [true, false] : [false, true]) {
        times[isKnown ? 'known' : 'unknown'].push(await timeOf(isKnown ? known : unknown));
      }
    }
    const ratio = medianOf(times.known) / medianOf(times.unknown);
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  });
});

function medianOf(times: readonly number[]): number {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
