import { SANDBOX_OTP_TRIES_MAX, sandboxOtpResultOf } from '#contracts';

/** What the mock authentication page makes of a one-time password. */
export type OtpVerdict = 'accepted' | 'incorrect_otp' | 'otp_expired' | 'otp_attempts_exceeded';

/** @param wrongBefore wrong attempts so far; the last one allowed ends it. */
export function checkOtp(otp: string, wrongBefore: number): OtpVerdict {
  const result = sandboxOtpResultOf(otp);
  if (result === 'accepted') return 'accepted';
  if (result === 'expired') return 'otp_expired';
  return wrongBefore + 1 >= SANDBOX_OTP_TRIES_MAX ? 'otp_attempts_exceeded' : 'incorrect_otp';
}
