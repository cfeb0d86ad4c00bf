/** What the mock authentication page makes of a one-time password (spec/india.md 4.4). */
export type OtpVerdict = 'accepted' | 'incorrect_otp' | 'otp_expired' | 'otp_attempts_exceeded';

const ACCEPTED: ReadonlySet<string> = new Set(['111000', '123456']);
const EXPIRED = '999999';
const WRONG_ATTEMPTS_MAX = 3;

/** @param wrongBefore wrong attempts so far; the third ends it. */
export function judgeOtp(otp: string, wrongBefore: number): OtpVerdict {
  if (ACCEPTED.has(otp)) return 'accepted';
  if (otp === EXPIRED) return 'otp_expired';
  return wrongBefore + 1 >= WRONG_ATTEMPTS_MAX ? 'otp_attempts_exceeded' : 'incorrect_otp';
}
