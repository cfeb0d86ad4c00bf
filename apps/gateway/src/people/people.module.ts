import { Module } from '@nestjs/common';
import { Clock, Random } from '#contracts';
import { PersonalData } from '#personal-data';
import { LOGGER, type Logger } from '#service';
import { AuthModule } from '../auth/auth.module';
import { Pepper } from '../auth/pepper';
import { GatewayConfig } from '../config';
import { GatewayDatabase } from '../tables/gateway-database';
import { TablesModule } from '../tables/tables.module';
import { Consenter } from '../oauth/consent/consenter';
import { ConsentingPeople } from './consent/consenting-people';
import { MailSender } from './mails/mail-sender';
import { smtpTransport, terminalTransport, type MailTransport } from './mails/mail-transport';
import { MailboxController } from './mails/mailbox.controller';
import { Mails } from './mails/mails';
import { AcceptInvitation } from './members/accept-invitation';
import { AccountCommands } from './members/account-commands';
import { AccountOfPeopleController } from './members/account.controller';
import { Invitations } from './members/invitations';
import { MemberAccess } from './members/member-access';
import { MembersController } from './members/members.controller';
import { OperatorCommands } from '../operator/operator-commands';
import { QueriesModule } from '../queries/queries.module';
import { OperatorAccountsController } from './operator/operator-accounts.controller';
import { OperatorDecisions } from './operator/operator-decisions';
import { OperatorDecisionsController } from './operator/operator-decisions.controller';
import { HashQueue } from './password/hash-queue';
import { PasswordHasher } from './password/password-hasher';
import { Passwords } from './password/passwords';
import { SecondFactors } from './second-factor/second-factors';
import { SessionAnswers } from './sessions/session-answers';
import { SessionStarts } from './sessions/session-starts';
import { SessionsController } from './sessions/sessions.controller';
import { SessionsModule } from './sessions/sessions.module';
import { StepUps } from './sessions/step-ups';
import { Devices } from './sign-in/devices';
import { SignInController } from './sign-in/sign-in.controller';
import { SignIns } from './sign-in/sign-ins';
import { SignUpController } from './sign-up/sign-up.controller';
import { SignUps } from './sign-up/sign-ups';
import { UserChanges } from './users/user-changes';
import { UserController } from './users/user.controller';
import { PeopleUpkeep } from './users/people-upkeep';
import { Views } from './views/views';
import { ViewsController } from './views/views.controller';
import { Users } from './users/users';

/** By which a line reaches the person at the terminal; undefined where there is none. */
export const TERMINAL = Symbol('terminal');

/** People: how they sign up and in, and what they change of themselves. */
@Module({
  imports: [AuthModule, QueriesModule, SessionsModule, TablesModule],
  controllers: [
    AccountOfPeopleController,
    MailboxController,
    MembersController,
    OperatorAccountsController,
    OperatorDecisionsController,
    SessionsController,
    SignInController,
    SignUpController,
    UserController,
    ViewsController,
  ],
  providers: [
    ...[
      AcceptInvitation,
      AccountCommands,
      Devices,
      Invitations,
      Mails,
      MemberAccess,
      OperatorCommands,
      OperatorDecisions,
      Passwords,
      SecondFactors,
      SessionAnswers,
      SessionStarts,
      SignIns,
      SignUps,
      StepUps,
      UserChanges,
      Users,
      Views,
    ],
    { provide: Consenter, useClass: ConsentingPeople },
    {
      provide: PasswordHasher,
      useFactory: (pepper: Pepper, random: Random) => new PasswordHasher(pepper, random, new HashQueue()),
      inject: [Pepper, Random],
    },
    { provide: PeopleUpkeep, useFactory: createUpkeep, inject: [GatewayDatabase, PersonalData, Clock, LOGGER, GatewayConfig] },
    { provide: MailSender, useFactory: createSender, inject: [GatewayDatabase, Mails, GatewayConfig, TERMINAL, Clock, LOGGER] },
  ],
  exports: [Consenter],
})
export class PeopleModule {}

type Terminal = ((line: string) => void) | null;

function createSender(
  ...[database, mails, config, terminal, clock, logger]: [GatewayDatabase, Mails, GatewayConfig, Terminal, Clock, Logger]
): MailSender {
  return new MailSender({ database, mails, transport: transportOf(config, terminal), clock, logger });
}

function createUpkeep(
  ...[database, personalData, clock, logger, { sessionIdleMs }]: [GatewayDatabase, PersonalData, Clock, Logger, GatewayConfig]
): PeopleUpkeep {
  return new PeopleUpkeep({ database, personalData, clock, logger, sessionIdleMs });
}

function transportOf({ mailUrl, mailFrom }: GatewayConfig, terminal: Terminal): MailTransport | null {
  if (mailUrl !== undefined) return smtpTransport(mailUrl, mailFrom);
  return terminal === null ? null : terminalTransport(terminal);
}
