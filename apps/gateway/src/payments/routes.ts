import { CancelPaymentController } from './cancel-payment.controller';
import { CapturePaymentController } from './capture-payment.controller';
import { ConfirmPaymentController } from './confirm-payment.controller';
import { CreatePaymentController } from './create-payment.controller';
import { GetPaymentController } from './get-payment.controller';
import { SyncPaymentController } from './sync-payment.controller';
import { UpdatePaymentController } from './update-payment.controller';

/** Every route under /v1/payments. */
export const PAYMENT_ROUTES = [
  CreatePaymentController,
  GetPaymentController,
  UpdatePaymentController,
  ConfirmPaymentController,
  CapturePaymentController,
  CancelPaymentController,
  SyncPaymentController,
];
