import { eventStoreStatements, SqlMigration } from '#event-store';
import { ATTEMPT_STATEMENTS } from './attempt-tables';
import { CLAIM_FUNCTION } from './claim-function';
import { EXPIRE_FUNCTION } from './expire-function';
import { FEED_STATEMENTS } from './feed-tables';
import { FLUSH_STATEMENTS } from './flush-function';
import { PARTITION_STATEMENTS } from './partitions';
import { QUEUE_STATEMENTS } from './queue-tables';

/** The only migration of the webhooks service, changed in place until the release 0.1.0. */
export class CreateWebhooks1795962600000 extends SqlMigration {
  readonly name = 'CreateWebhooks1795962600000';
  readonly statements = [
    ...eventStoreStatements('webhooks'),
    ...FEED_STATEMENTS,
    ...QUEUE_STATEMENTS,
    ...ATTEMPT_STATEMENTS,
    ...PARTITION_STATEMENTS,
    ...FLUSH_STATEMENTS,
    CLAIM_FUNCTION,
    EXPIRE_FUNCTION,
  ];
}
