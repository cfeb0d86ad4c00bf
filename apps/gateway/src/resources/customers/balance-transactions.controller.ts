import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdjustCustomerBalanceDto, CustomerBalanceTransactionResource } from '#contracts';
import {
  Call,
  CreateRoute,
  Dto,
  ListRoute,
  Reads,
  RequireScope,
  RetrieveRoute,
  Writes,
  type Answer,
  type ListCall,
  type RetrieveCall,
  type WriteCall,
} from '../../routes';
import { toAdjustBalancePayload, validateAdjustBalance } from './balance-payloads';

const CUSTOMER = { kind: 'customer', part: 'balance_transactions' } as const;

/** Routes of the credit of a customer. */
@ApiTags('Customers')
@Controller('v1/customers/:id/balance_transactions')
export class BalanceTransactionsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post()
  @RequireScope('invoices:write')
  @CreateRoute('customerBalanceTransaction', {
    summary: 'Give a customer credit, or take it',
    description:
      'Credit belongs to the customer, and is used by every subscription and invoice of theirs in its currency. `balances` of the customer says what is left. The answer is the change as it is in the history; `customer.updated` says it to your webhooks.',
    parent: CUSTOMER,
    body: AdjustCustomerBalanceDto,
    validate: (dto, _context, wrong) => validateAdjustBalance(dto, wrong),
    answer: CustomerBalanceTransactionResource,
    errors: ['parameter_missing', 'amount_too_large', 'currency_not_supported', 'resource_missing'],
  })
  adjustBalance(@Call() call: WriteCall, @Dto() dto: AdjustCustomerBalanceDto): Promise<Answer> {
    const { id: customerId = '' } = call.params;
    return this.writes.send(call, 'customers.adjust_balance', toAdjustBalancePayload(dto, call.objectId), {
      decidedBy: { kind: 'customer', id: customerId, param: 'id' },
    });
  }

  @Get()
  @RequireScope('invoices:read')
  @ListRoute('customerBalanceTransaction', {
    summary: 'List the changes of the balance of a customer',
    item: CustomerBalanceTransactionResource,
    parent: CUSTOMER,
    filters: ['id', 'created_at', 'amount', 'currency'],
    hasSignedAmount: true,
    errors: ['resource_missing'],
  })
  listBalanceTransactions(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':transaction_id')
  @RequireScope('invoices:read')
  @RetrieveRoute('customerBalanceTransaction', {
    summary: 'Retrieve a change of the balance of a customer',
    answer: CustomerBalanceTransactionResource,
    parent: CUSTOMER,
    idParam: 'transaction_id',
  })
  getBalanceTransaction(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }
}
