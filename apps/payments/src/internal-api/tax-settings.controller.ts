import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { OBJECT_QUERY, type ObjectQuery } from '#contracts';
import { InternalQuery, ObjectQueries, Owner, RefusalError, type ListOwner } from '#listing';
import { taxSettingsIdOf } from '../tax-settings/id';
import { taxSettingsResource, usualTaxSettings } from '../tax-settings/render';

/** `GET /internal/tax_settings`: those of the caller, or what is usual until they change something. */
@Controller('internal/tax_settings')
export class TaxSettingsController {
  constructor(private readonly queries: ObjectQueries) {}

  @Get()
  async getTaxSettings(
    @Owner() owner: ListOwner,
    @InternalQuery(OBJECT_QUERY) query: ObjectQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const id = taxSettingsIdOf(owner);
    if (!(await this.queries.exists('taxSettings', id, owner))) {
      if (query.asOf === null) return usualTaxSettings(owner);
      const message = 'Tax settings have not been changed so far: as_of takes nothing yet.';
      throw new RefusalError('resource_missing', { message, param: 'as_of', reason: 'as_of_out_of_range' });
    }
    return this.queries.answer({ kind: 'taxSettings', id, render: taxSettingsResource }, { query, owner, reply });
  }
}
