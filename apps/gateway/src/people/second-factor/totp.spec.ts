import { SeededRandom } from '#testing';
import { newTotpSecret, otpauthUri, stepOfCode, totpCode } from './totp';

/** `12345678901234567890`, of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('time-based codes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at %d s', (seconds, code) => {
    expect(totpCode(SECRET, seconds * 1_000)).toBe(code);
    expect(stepOfCode(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  it('are good for one step before and after, and no other', () => {
    const nowMs = 1_234_567_890_000;
    const steps = [-2, -1, 0, 1, 2].map((offset) => stepOfCode(SECRET, totpCode(SECRET, nowMs + offset * 30_000), nowMs));
    const present = Math.floor(nowMs / 30_000);
    expect(steps).toEqual([undefined, present - 1, present, present + 1, undefined]);
  });

  it.each(['', '12345', '1234567', 'abcdef', ' 287082'])('are six digits, and not %j', (code) => {
    expect(stepOfCode(SECRET, code, 59_000)).toBeUndefined();
  });

  it('come from a secret of 160 bits, which an app reads from a URI', () => {
    const secret = newTotpSecret(new SeededRandom());
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(otpauthUri(secret, 'asha@example.com')).toBe(
      `otpauth://totp/Hundi%3Aasha%40example.com?secret=${secret}&issuer=Hundi&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
