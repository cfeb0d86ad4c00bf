import { AscendingIntegers, IntegerWithin, Text, TrueOrFalse } from '../checks/field-checks';
import { OptionalField } from '../checks/optional-field';
import { TimeOrWord } from './subscription-checks';

/** Periods that a subscription may be limited to. */
const TOTAL_COUNT_MAX = 1_200;

/** What creating and changing a subscription have in common. */
export class SubscriptionFieldsDto {
  @OptionalField({ description: 'Periods in all; until it is cancelled unless given.' })
  @IntegerWithin(1, TOTAL_COUNT_MAX)
  total_count?: number | null;

  @OptionalField({
    description: 'Hours after the first attempt at which a failed debit is tried again, as for debits.',
  })
  @AscendingIntegers(1, 720, 3)
  retry_schedule?: number[] | null;

  @OptionalField({ description: 'When it ends: a time, or `period_end`.' })
  @TimeOrWord('period_end')
  cancel_at?: string | number | null;

  @OptionalField({ description: 'Whether processors may write to the customer; true unless given.' })
  @TrueOrFalse()
  notify_customer?: boolean | null;

  @OptionalField()
  @Text(500)
  description?: string | null;

  @OptionalField({ description: 'Your own number of it.' })
  @Text(64)
  reference_id?: string | null;
}
