import { Text } from '../checks/field-checks';
import { OptionalField } from '../checks/optional-field';
import { MetadataPatch } from '../checks/metadata-checks';
import { RequestExamples } from '../examples';

/** The body of `PATCH /v1/refunds/{id}`: what is left out stays, null removes. */
@RequestExamples({ metadata: { summary: 'One key removed', value: { metadata: { ticket: null } } } })
export class UpdateRefundDto {
  @OptionalField()
  @Text(500)
  description?: string | null;

  @OptionalField({ description: 'Your own number of the refund.' })
  @Text(64)
  reference_id?: string | null;

  @OptionalField({ example: { ticket: null } })
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;
}
