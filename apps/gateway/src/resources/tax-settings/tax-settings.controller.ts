import { Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TaxSettingsResource, UpdateTaxSettingsDto } from '#contracts';
import { sealNothing } from '../../personal-data/encrypt-for';
import {
  Call,
  Dto,
  Reads,
  RequireScope,
  RetrieveRoute,
  UpdateRoute,
  Writes,
  type Answer,
  type RetrieveCall,
  type WriteCall,
} from '../../routes';
import { toTaxSettingsChange } from './tax-settings-payloads';

/** Routes of tax settings. */
@ApiTags('Tax settings')
@Controller('v1/tax_settings')
export class TaxSettingsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Get()
  @RequireScope('invoices:read')
  @RetrieveRoute('taxSettings', {
    summary: 'Retrieve your tax settings',
    description: 'There is one of each mode. Until you change something, invoices bear no tax.',
    answer: TaxSettingsResource,
    hasAsOf: true,
  })
  getTaxSettings(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Patch()
  @RequireScope('account:write')
  @UpdateRoute('taxSettings', {
    summary: 'Change who sells, how it is taxed, and how invoices are numbered',
    description: 'Holds for invoices that are finalized from then on.',
    body: UpdateTaxSettingsDto,
    isBodyOptional: true,
    answer: TaxSettingsResource,
    errors: ['parameter_missing', 'document_number_invalid', 'metadata_invalid'],
  })
  async updateTaxSettings(@Call() call: WriteCall, @Dto() dto: UpdateTaxSettingsDto): Promise<Answer> {
    const { id } = JSON.parse(await call.get('payments', '/internal/tax_settings')) as TaxSettingsResource;
    const seal = dto.gstin ? await call.sealerOf(null) : sealNothing;
    const payload = toTaxSettingsChange(dto, seal);
    return this.writes.send(call, 'tax_settings.update', payload, { decidedBy: { kind: 'taxSettings', id, param: 'id' } });
  }
}
