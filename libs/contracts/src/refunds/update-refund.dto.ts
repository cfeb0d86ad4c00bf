import { ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { Text } from '../checks/field-checks';
import { MetadataPatch } from '../checks/metadata-checks';
import { METADATA_CHANGE_SCHEMA } from '../checks/metadata-schema';

/** The body of `PATCH /v1/refunds/{id}`: what is left out stays, null removes. */
export class UpdateRefundDto {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 500 })
  @IsOptional()
  @Text(500)
  description?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 64, description: 'Your own number of the refund.' })
  @IsOptional()
  @Text(64)
  reference_id?: string | null;

  @ApiPropertyOptional({ ...METADATA_CHANGE_SCHEMA, example: { ticket: null } })
  @IsOptional()
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;
}
