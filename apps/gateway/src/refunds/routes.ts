import { CancelRefundController } from './cancel-refund.controller';
import { CreateRefundController } from './create-refund.controller';
import { GetRefundController } from './get-refund.controller';
import { ListPaymentRefundsController } from './list-payment-refunds.controller';
import { ListRefundsController } from './list-refunds.controller';
import { UpdateRefundController } from './update-refund.controller';

/** Every route under /v1/refunds. */
export const REFUND_ROUTES = [
  CreateRefundController,
  ListRefundsController,
  ListPaymentRefundsController,
  GetRefundController,
  UpdateRefundController,
  CancelRefundController,
];
