import { Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DeletedPaymentMethod, PaymentMethodResource, SavePaymentMethodDto } from '#contracts';
import {
  Call,
  CreateRoute,
  Dto,
  ListRoute,
  Reads,
  RequireScope,
  RetrieveRoute,
  UpdateRoute,
  Writes,
  type Answer,
  type ListCall,
  type RetrieveCall,
  type WriteCall,
} from '../../routes';
import { toSavedInstrument, validateSavePaymentMethod } from './save-payment-method';

const CUSTOMER = { kind: 'customer', part: 'payment_methods' } as const;

/** Routes of the payment methods that a customer has saved. */
@ApiTags('Customers')
@Controller('v1/customers/:id/payment_methods')
export class PaymentMethodsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post()
  @RequireScope('customers:write')
  @CreateRoute('paymentMethod', {
    summary: 'Save a payment method of a customer',
    parent: CUSTOMER,
    body: SavePaymentMethodDto,
    validate: validateSavePaymentMethod,
    answer: PaymentMethodResource,
    returns: 'The saved payment method.',
    existing: 'Saved before; a card may expire later.',
    errors: [
      'parameter_missing',
      'parameter_invalid',
      'parameters_exclusive',
      'limit_exceeded',
      'upi_collect_not_allowed',
      'resource_missing',
    ],
  })
  savePaymentMethod(@Call() call: WriteCall, @Dto() dto: SavePaymentMethodDto): Promise<Answer> {
    const { id: customerId = '' } = call.params;
    const payload = { paymentMethodId: call.objectId, instrument: toSavedInstrument(dto, call.livemode) };
    return this.writes.send(call, 'customers.attach_payment_method', payload, {
      // The customer bounds the number of its payment methods.
      decidedBy: { kind: 'customer', id: customerId, param: 'id' },
    });
  }

  @Get()
  @RequireScope('customers:read')
  @ListRoute('paymentMethod', {
    summary: 'List the saved payment methods of a customer',
    item: PaymentMethodResource,
    parent: CUSTOMER,
    errors: ['resource_missing'],
  })
  listPaymentMethods(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':pm_id')
  @RequireScope('customers:read')
  @RetrieveRoute('paymentMethod', {
    summary: 'Retrieve a saved payment method',
    answer: PaymentMethodResource,
    returns: 'The saved payment method.',
    parent: CUSTOMER,
    idParam: 'pm_id',
  })
  getPaymentMethod(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Delete(':pm_id')
  @RequireScope('customers:write')
  @UpdateRoute('paymentMethod', {
    summary: 'Remove a saved payment method',
    parent: CUSTOMER,
    idParam: 'pm_id',
    answer: DeletedPaymentMethod,
    returns: 'That it is removed.',
  })
  removePaymentMethod(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'payment_methods.detach', { customerId: call.params.id ?? '' });
  }
}
