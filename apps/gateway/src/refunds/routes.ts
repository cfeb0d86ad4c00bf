import { CancelRefundController } from './cancel-refund.controller';
import { CreateRefundController } from './create-refund.controller';
import { GetRefundController } from './get-refund.controller';
import { UpdateRefundController } from './update-refund.controller';

/** Every route under /v1/refunds. */
export const REFUND_ROUTES = [CreateRefundController, GetRefundController, UpdateRefundController, CancelRefundController];
