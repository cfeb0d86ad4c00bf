import { UpdateAccountDto, type AccountChange } from '#contracts';
import type { Seal } from '#personal-data';
import { settingOfPeople } from '../../accounts/account/decide';
import { refuseWithoutStepUp } from '../../auth/credential-limits';
import { writeRoute, type WriteContext } from '../../commands/write-route';
import { toAccountChange } from './account-payloads';

/** What each command on the account reads from its request. */
export const ACCOUNT_COMMANDS = {
  update: writeRoute({
    resource: 'account',
    command: 'accounts.update',
    creates: false,
    isSingleton: true,
    isOfAccount: true,
    body: UpdateAccountDto,
    stream: { kind: 'account', param: 'id', idOf: (_dto, { accountId }) => accountId },
    encryptFor: ({ settings }) => (settings?.developer_contacts?.length ? { subjectId: null } : null),
    payload: toPayload,
    locationOf: () => '/v1/account',
  }),
};

/** Settings that protect the account hold in both modes, so a change needs the password in test mode as well. @throws ApiError step_up_required. */
function toPayload(dto: UpdateAccountDto, { user }: Pick<WriteContext, 'user'>, seal: Seal): AccountChange {
  const change = toAccountChange(dto, seal);
  if (settingOfPeople(change) !== undefined) refuseWithoutStepUp({ user, livemode: true });
  return change;
}
