import { writeRoute } from '../../commands/write-route';

/** What each command on connections reads from its request, and what it asks of the accounts. */
export const CONNECTION_COMMANDS = {
  revoke: writeRoute({ resource: 'connection', command: 'connections.revoke', creates: false, payload: () => ({ by: 'account' }) }),
};
