import { Module } from '@nestjs/common';
import { Clock, Random } from '#contracts';
import { PersonalData } from '#personal-data';
import { LOGGER, Metrics, RemotePublishedEvents, type Logger } from '#service';
import { RunningAccounts } from '../accounts/start-accounts';
import { AuthModule } from '../auth/auth.module';
import { Pepper } from '../auth/pepper';
import { GatewayConfig } from '../config';
import { GatewayDatabase } from '../tables/gateway-database';
import { TablesModule } from '../tables/tables.module';
import { Consenter } from '../oauth/consent/consenter';
import { PersonAudit } from './audit/person-audit';
import { RefusedSignIns } from './audit/refused-sign-ins';
import { ConsentingPeople } from './consent/consenting-people';
import { AfterAnswer } from './http/after-answer';
import { MailSender } from './mails/mail-sender';
import { terminalTransport, type MailTransport } from './mails/mail-transport';
import { Mailbox } from './mails/mailbox';
import { MailboxController } from './mails/mailbox.controller';
import { Mails } from './mails/mails';
import { AcceptInvitation } from './members/accept-invitation';
import { AccountCommands } from './members/account-commands';
import { AccountOfPeopleController } from './members/account.controller';
import { Invitations } from './members/invitations';
import { MemberAccess } from './members/member-access';
import { MembersController } from './members/members.controller';
import { RecurringMoney } from './members/recurring-money';
import { NoticeFollower } from './notices/notice-follower';
import { Notices } from './notices/notices';
import { PagesController } from './pages/pages.controller';
import { PasskeyChallenges } from './passkeys/passkey-challenges';
import { PasskeyProofs } from './passkeys/passkey-proofs';
import { Passkeys } from './passkeys/passkeys';
import { PasskeysController } from './passkeys/passkeys.controller';
import { BreachedPasswords } from './password/breached-passwords';
import { OperatorCommands } from '../operator/operator-commands';
import { QueriesModule } from '../queries/queries.module';
import { OperatorAccountsController } from './operator/operator-accounts.controller';
import { OperatorDecisions } from './operator/operator-decisions';
import { OperatorDecisionsController } from './operator/operator-decisions.controller';
import { HashQueue } from './password/hash-queue';
import { PasswordHasher } from './password/password-hasher';
import { Passwords } from './password/passwords';
import { FactorChanges } from './second-factor/factor-changes';
import { SecondFactors } from './second-factor/second-factors';
import { SessionAnswers } from './sessions/session-answers';
import { SessionStarts } from './sessions/session-starts';
import { SessionsController } from './sessions/sessions.controller';
import { SessionsModule } from './sessions/sessions.module';
import { StepUps } from './sessions/step-ups';
import { Devices } from './sign-in/devices';
import { LinkSignIns } from './sign-in/link-sign-ins';
import { PasskeySignIns } from './sign-in/passkey-sign-ins';
import { SignInController } from './sign-in/sign-in.controller';
import { SignInEndings } from './sign-in/sign-in-endings';
import { SignInLimits } from './sign-in/sign-in-limits';
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
    ...[AccountOfPeopleController, MailboxController, MembersController, OperatorAccountsController, OperatorDecisionsController],
    ...[PagesController, PasskeysController, SessionsController, SignInController, SignUpController, UserController, ViewsController],
  ],
  providers: [
    ...[
      AcceptInvitation,
      AccountCommands,
      AfterAnswer,
      Devices,
      FactorChanges,
      Invitations,
      Mailbox,
      Mails,
      LinkSignIns,
      MemberAccess,
      Notices,
      PasskeyChallenges,
      PasskeyProofs,
      RecurringMoney,
      PasskeySignIns,
      Passkeys,
      OperatorCommands,
      OperatorDecisions,
      Passwords,
      PersonAudit,
      RefusedSignIns,
      SecondFactors,
      SessionAnswers,
      SessionStarts,
      SignInEndings,
      SignInLimits,
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
      useFactory: createHasher,
      inject: [Pepper, Random, Metrics],
    },
    {
      provide: BreachedPasswords,
      useFactory: ({ passwordRangeUrl }: GatewayConfig, metrics: Metrics, clock: Clock, logger: Logger) =>
        new BreachedPasswords(passwordRangeUrl, { metrics, clock, logger }),
      inject: [GatewayConfig, Metrics, Clock, LOGGER],
    },
    { provide: PeopleUpkeep, useFactory: createUpkeep, inject: [GatewayDatabase, PersonalData, Clock, LOGGER, GatewayConfig] },
    { provide: NoticeFollower, useFactory: createNoticeFollower, inject: [RunningAccounts, GatewayConfig, Notices, Mails] },
    { provide: MailSender, useFactory: createSender, inject: [GatewayDatabase, Mails, GatewayConfig, TERMINAL, Clock, LOGGER] },
  ],
  exports: [Consenter],
})
export class PeopleModule {}

type Terminal = ((line: string) => void) | null;

async function createSender(
  ...[database, mails, config, terminal, clock, logger]: [GatewayDatabase, Mails, GatewayConfig, Terminal, Clock, Logger]
): Promise<MailSender> {
  return new MailSender({ database, mails, transport: await transportOf(config, terminal), clock, logger });
}

function createNoticeFollower(
  { store }: RunningAccounts,
  { webhooksUrl, internalToken: token }: GatewayConfig,
  notices: Notices,
  mails: Mails,
): NoticeFollower {
  const webhooks = new RemotePublishedEvents({ service: 'webhooks', url: () => webhooksUrl, token });
  return new NoticeFollower({ store, logs: [store.published, webhooks], notices, mails, onStop: () => webhooks.close() });
}

function createHasher(pepper: Pepper, random: Random, metrics: Metrics): PasswordHasher {
  const hashes = metrics.counter({ name: 'hundi_password_hashes_total', help: 'Hashes of passwords that were computed.' });
  return new PasswordHasher(pepper, random, new HashQueue(), () => hashes.inc());
}

function createUpkeep(
  ...[database, personalData, clock, logger, { sessionIdleMs }]: [GatewayDatabase, PersonalData, Clock, Logger, GatewayConfig]
): PeopleUpkeep {
  return new PeopleUpkeep({ database, personalData, clock, logger, sessionIdleMs });
}

/** Its library is loaded only by a gateway that sends mails. */
async function transportOf({ mailUrl, mailFrom }: GatewayConfig, terminal: Terminal): Promise<MailTransport | null> {
  if (mailUrl !== undefined) return (await import('./mails/smtp-transport.js')).smtpTransport(mailUrl, mailFrom);
  return terminal === null ? null : terminalTransport(terminal);
}
