import { CreateCustomerController } from './create-customer.controller';
import { DeleteCustomerController } from './delete-customer.controller';
import { GetCustomerController } from './get-customer.controller';
import { GetPaymentMethodController } from './get-payment-method.controller';
import { ListCustomersController } from './list-customers.controller';
import { ListPaymentMethodsController } from './list-payment-methods.controller';
import { RemovePaymentMethodController } from './remove-payment-method.controller';
import { SavePaymentMethodController } from './save-payment-method.controller';
import { UpdateCustomerController } from './update-customer.controller';

/** Every route under /v1/customers. */
export const CUSTOMER_ROUTES = [
  CreateCustomerController,
  ListCustomersController,
  GetCustomerController,
  UpdateCustomerController,
  DeleteCustomerController,
  SavePaymentMethodController,
  ListPaymentMethodsController,
  GetPaymentMethodController,
  RemovePaymentMethodController,
];
