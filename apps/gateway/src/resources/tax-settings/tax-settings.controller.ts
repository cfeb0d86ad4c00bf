import { Controller, Get, Patch, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { TAX_SETTINGS_DOCS } from './docs/tax-settings-docs';
import { TAX_SETTINGS_COMMANDS } from './tax-settings-commands';
import { TAX_SETTINGS_QUERIES } from './tax-settings-queries';

/** Every route of tax settings. */
@ApiTags('Tax settings')
@Controller('v1/tax_settings')
export class TaxSettingsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** GET /v1/tax_settings: always there. */
  @Get()
  @RequireScope('invoices:read')
  @Show(TAX_SETTINGS_QUERIES.get, TAX_SETTINGS_DOCS.get)
  getTaxSettings(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(TAX_SETTINGS_QUERIES.get, request, reply);
  }

  /** PATCH /v1/tax_settings: absent stays, null empties. Invoices that are finalized keep what they say. */
  @Patch()
  @RequireScope('account:write')
  @Command(TAX_SETTINGS_COMMANDS.update, TAX_SETTINGS_DOCS.update)
  updateTaxSettings(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(TAX_SETTINGS_COMMANDS.update, request, reply);
  }
}
