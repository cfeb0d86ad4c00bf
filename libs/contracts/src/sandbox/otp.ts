/** What becomes of a one-time password of the sandbox. */
export type SandboxOtpResult = 'accepted' | 'incorrect' | 'expired';

/** The one-time passwords with a meaning of their own; every other one is incorrect. */
export const SANDBOX_OTPS: Readonly<Record<string, SandboxOtpResult>> = {
  '111000': 'accepted',
  '123456': 'accepted',
  '000000': 'incorrect',
  '999999': 'expired',
};

/** Wrong one-time passwords of one attempt: the third ends it. */
export const SANDBOX_OTP_TRIES_MAX = 3;

/** Looks the password up. */
export function sandboxOtpResultOf(otp: string): SandboxOtpResult {
  return (Object.hasOwn(SANDBOX_OTPS, otp) ? SANDBOX_OTPS[otp] : undefined) ?? 'incorrect';
}
