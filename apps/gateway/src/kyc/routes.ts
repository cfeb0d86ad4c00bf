import { CancelVerificationController } from './cancel-verification.controller';
import { CreateVerificationController } from './create-verification.controller';
import { GetVerificationController } from './get-verification.controller';
import { ListVerificationEventsController } from './list-verification-events.controller';
import { ListVerificationsController } from './list-verifications.controller';
import { RedactVerificationController } from './redact-verification.controller';
import { ResendOtpController } from './resend-otp.controller';
import { SubmitVerificationController } from './submit-verification.controller';
import { WithdrawConsentController } from './withdraw-consent.controller';

/** Every route under /v1/kyc. */
export const KYC_ROUTES = [
  CreateVerificationController,
  ListVerificationsController,
  GetVerificationController,
  ListVerificationEventsController,
  SubmitVerificationController,
  ResendOtpController,
  CancelVerificationController,
  RedactVerificationController,
  WithdrawConsentController,
];
