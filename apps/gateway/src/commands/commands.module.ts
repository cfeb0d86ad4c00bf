import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { Fingerprints } from '../idempotency/fingerprints';
import { InFlightKeys } from '../idempotency/in-flight';
import { KeysOfAccount } from '../idempotency/keys-of-account';
import { QueriesModule } from '../queries/queries.module';
import { Commands } from './commands';
import { OutcomeWait } from './outcome-wait';
import { Writes } from './writes';

/** Commands to the services, over the bus, each under its Idempotency-Key. */
@Module({
  imports: [AuthModule, QueriesModule],
  providers: [Commands, Fingerprints, InFlightKeys, KeysOfAccount, OutcomeWait, Writes],
  exports: [Commands, Fingerprints, KeysOfAccount, Writes],
})
export class CommandsModule {}
