import { eventStoreStatements, SqlMigration } from '#event-store';

/** The event store of the payments service, which keeps nothing else. */
export class CreatePayments1795405060000 extends SqlMigration {
  readonly name = 'CreatePayments1795405060000';
  readonly statements = eventStoreStatements('payments');
}
