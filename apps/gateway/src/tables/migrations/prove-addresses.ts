import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The password of a new person is chosen where the link is opened, and by the link of an invitation that the inviter was shown no address
 * is proven. A passkey signs in alone until the password is replaced by a mailed link, and again after it went with the new one.
 */
export class ProveAddresses1795940000000 implements MigrationInterface {
  readonly name = 'ProveAddresses1795940000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE gateway.pending_sign_ups ALTER COLUMN password_hash DROP NOT NULL');
    await runner.query('ALTER TABLE gateway.users ALTER COLUMN email_verified_at DROP NOT NULL');
    await runner.query('ALTER TABLE gateway.passkeys ADD COLUMN signs_in_alone boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE gateway.passkeys DROP COLUMN signs_in_alone');
    await runner.query('UPDATE gateway.users SET email_verified_at = created_at WHERE email_verified_at IS NULL');
    await runner.query('ALTER TABLE gateway.users ALTER COLUMN email_verified_at SET NOT NULL');
    await runner.query('DELETE FROM gateway.pending_sign_ups WHERE password_hash IS NULL');
    await runner.query('ALTER TABLE gateway.pending_sign_ups ALTER COLUMN password_hash SET NOT NULL');
  }
}
