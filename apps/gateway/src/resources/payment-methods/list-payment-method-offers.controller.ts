import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { OfferedMethod, offeredMethods, type AccountRules } from '#contracts';
import { Answers, IGNORED_HEADER } from '../../docs/answers.decorator';
import { RouteOfHandler } from '../../http/route-of-handler';
import { ListGuard } from '../../queries/list-guard';
import type { ListRoute } from '../../queries/read-rules';
import { Call, Reads, RequireScope, type Answer, type ListCall } from '../../routes';

const ROUTE: ListRoute = {
  partFor: ({ rules }) => (rules.paymentMethods === undefined ? undefined : (offer) => (isOffered(offer, rules) ? offer : null)),
  rules: { kind: 'paymentMethod', filters: [], expand: [], hasOrder: false, hasTotalCount: false },
};

function isOffered({ type }: { type?: unknown }, rules: AccountRules): boolean {
  return offeredMethods(rules).some((method) => method === type);
}

const PAGE = {
  type: 'object',
  required: ['object', 'url', 'has_more', 'data', 'next_cursor'],
  properties: {
    object: { type: 'string', enum: ['list'] },
    url: { type: 'string' },
    has_more: { type: 'boolean', enum: [false] },
    data: { type: 'array', items: { $ref: getSchemaPath(OfferedMethod) } },
    next_cursor: { type: 'null' },
  },
  additionalProperties: false,
};

/** Lists what can be offered to a payer now. It is one page always, so its documentation is not that of a list. */
@ApiTags('Payments')
@Controller('v1/payment_methods')
export class ListPaymentMethodOffersController {
  constructor(private readonly reads: Reads) {}

  @Get()
  @RequireScope('payments:read', { forPages: 'anyPayer' })
  @RouteOfHandler(ROUTE)
  @UseGuards(ListGuard)
  @ApiOperation({ summary: 'List the payment methods that can be offered now' })
  @ApiExtraModels(OfferedMethod)
  @Answers({ status: 200, description: 'One entry for each method.', content: { 'application/json': PAGE }, headers: IGNORED_HEADER }, [
    'parameter_invalid',
    'parameter_unknown',
    'parameters_exclusive',
    'cursor_invalid',
    'expand_invalid',
    'processor_not_configured',
  ])
  listPaymentMethodOffers(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }
}
