import { SqlMigration } from '#event-store';
import { MAIL_TABLES } from './mail-tables';
import { OAUTH_TABLES } from './oauth-tables';
import { PASSKEY_TABLES } from './passkey-tables';
import { RATE_DEMAND_TABLES } from './rate-demand-tables';
import { REQUEST_LOG_TABLES } from './request-log-tables';
import { SAVED_VIEW_TABLES } from './saved-view-tables';
import { SIGN_IN_TABLES } from './sign-in-tables';
import { USER_TABLES } from './user-tables';

/** The whole schema `gateway`. It is edited in place until the tag 0.1.0; later changes are migrations of their own. */
export class CreateGateway1795405060000 extends SqlMigration {
  readonly name = 'CreateGateway1795405060000';
  readonly statements = [
    ...USER_TABLES,
    ...SIGN_IN_TABLES,
    ...PASSKEY_TABLES,
    ...MAIL_TABLES,
    ...OAUTH_TABLES,
    ...REQUEST_LOG_TABLES,
    ...RATE_DEMAND_TABLES,
    ...SAVED_VIEW_TABLES,
  ];
}
