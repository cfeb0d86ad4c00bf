import { CancelPaymentController } from './cancel-payment.controller';
import { CapturePaymentController } from './capture-payment.controller';
import { ConfirmPaymentController } from './confirm-payment.controller';
import { CreatePaymentController } from './create-payment.controller';
import { GetPaymentController } from './get-payment.controller';
import { ListPaymentAttemptsController } from './list-payment-attempts.controller';
import { ListPaymentEventsController } from './list-payment-events.controller';
import { ListPaymentsController } from './list-payments.controller';
import { SearchPaymentsController } from './search-payments.controller';
import { SubmitOtpController } from './submit-otp.controller';
import { SyncPaymentController } from './sync-payment.controller';
import { UpdatePaymentController } from './update-payment.controller';

/** Every route under /v1/payments. */
export const PAYMENT_ROUTES = [
  CreatePaymentController,
  ListPaymentsController,
  SearchPaymentsController,
  GetPaymentController,
  UpdatePaymentController,
  ConfirmPaymentController,
  CapturePaymentController,
  CancelPaymentController,
  SyncPaymentController,
  SubmitOtpController,
  ListPaymentEventsController,
  ListPaymentAttemptsController,
];
