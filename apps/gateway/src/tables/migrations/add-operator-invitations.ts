import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An invitation from the command line of the installation may make an operator of who accepts it; one of a member never does. */
export class AddOperatorInvitations1795870060000 implements MigrationInterface {
  readonly name = 'AddOperatorInvitations1795870060000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE gateway.invitations ADD COLUMN makes_operator boolean NOT NULL DEFAULT false');
    await runner.query('CREATE INDEX users_by_age ON gateway.users (created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX gateway.users_by_age');
    await runner.query('ALTER TABLE gateway.invitations DROP COLUMN makes_operator');
  }
}
