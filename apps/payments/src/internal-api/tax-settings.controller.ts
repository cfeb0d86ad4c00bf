import { Controller, Get } from '@nestjs/common';
import { OBJECT_QUERY, type ObjectQuery } from '#contracts';
import { Exchange, ObjectQueries, RefusalError, type InternalExchange } from '#listing';
import { taxSettingsIdOf } from '../tax-settings/id';
import { taxSettingsResource, usualTaxSettings } from '../tax-settings/render';

/** `GET /internal/tax_settings`: those of the caller, or what is usual until they change something. */
@Controller('internal/tax_settings')
export class TaxSettingsController {
  constructor(private readonly queries: ObjectQueries) {}

  @Get()
  async getTaxSettings(@Exchange(OBJECT_QUERY) exchange: InternalExchange<ObjectQuery>): Promise<object> {
    const id = taxSettingsIdOf(exchange.owner);
    if (!(await this.queries.exists('taxSettings', id, exchange.owner))) {
      if (exchange.query.asOf === null) return usualTaxSettings(exchange.owner);
      const message = 'Tax settings have not been changed so far: as_of takes nothing yet.';
      throw new RefusalError('resource_missing', { message, param: 'as_of', reason: 'as_of_out_of_range' });
    }
    return this.queries.answer({ kind: 'taxSettings', id, render: taxSettingsResource }, exchange);
  }
}
