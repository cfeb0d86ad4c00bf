import { UpdateAccountDto } from '#contracts';
import { writeRoute } from '../commands/write-route';
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
    payload: (dto, _context, seal) => toAccountChange(dto, seal),
    locationOf: () => '/v1/account',
  }),
};
