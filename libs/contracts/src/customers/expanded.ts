import { ApiPropertyOptional } from '../api-property';
import { PaymentMethodResource } from '../payment-methods/payment-method.resource';
import { CustomerResource } from './customer.resource';

/** A customer, with the default payment method when it was asked for. */
export class ExpandedCustomer extends CustomerResource {
  @ApiPropertyOptional({ type: () => PaymentMethodResource, nullable: true, description: 'With `expand[]=default_payment_method`.' })
  default_payment_method?: PaymentMethodResource | null;
}
