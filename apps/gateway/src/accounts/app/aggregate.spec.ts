import { join } from 'node:path';
import { APP_EVENT_TYPES, type AppCommand, type AppTerms, type Command } from '#contracts';
import { assertGoldenFiles } from '#event-store';
import { CLEAR_APP, defineApp } from './aggregate';
import { APP_PUBLIC_NAME } from './publish';
import type { AppState } from './state';

const OWNER = { accountId: 'acct_0QvAb12c07ABCDEFGHIJKLMN', livemode: false };
const APP = 'app_0QvAb12c07ABCDEFGHIJKLMN';
const aggregate = defineApp();
const SECRET = { hint: 'ocs_test_0Qv…QmVp', sealedSecret: '~s1.app.text' };
const TERMS: AppTerms = {
  ...{ name: 'Books', clientType: 'confidential', redirectUris: ['https://books.example.com/back'], allowedScopes: [] },
  ...{ grantTypes: ['authorization_code'], authMethod: 'client_secret_post', dpopRequired: false },
};
const commandOf = (asked: Pick<Command, 'type' | 'payload'> & { dryRun?: true }): AppCommand =>
  ({ streamId: APP, ...OWNER, ...asked }) as unknown as AppCommand;
const made: AppState = aggregate.evolve(aggregate.initialState, {
  type: 'app.created',
  data: { ...TERMS, secretHint: SECRET.hint, atMs: 1 },
});
const snapshot = { head: { streamId: APP, ...OWNER, version: 1, sequence: 1, createdAtMs: 1, updatedAtMs: 9 }, state: made };

describe('apps: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => {
    expect([...new Set(Object.values(APP_PUBLIC_NAME).filter((name) => name !== null))]).toEqual([...APP_EVENT_TYPES]);
  });
});

describe('the answer about an app', () => {
  it('has its secret where that is new, and nowhere else', () => {
    const create = { type: 'apps.create', payload: { ...TERMS, secret: SECRET } };
    const answerOf = (command: AppCommand): unknown => aggregate.answer?.(snapshot, command);
    expect(answerOf(commandOf(create))).toMatchObject({ id: APP, client_secret: '~s1.app.text', status: 'active' });
    expect(answerOf(commandOf({ type: 'apps.roll_secret', payload: { secret: SECRET } }))).toMatchObject({ client_secret: '~s1.app.text' });
    expect(answerOf(commandOf({ ...create, dryRun: true }))).toMatchObject({ client_secret: null });
    expect(answerOf(commandOf({ type: 'apps.update', payload: {} }))).toMatchObject({ client_secret: null });
    expect(answerOf(commandOf({ type: 'apps.delete', payload: {} }))).toEqual({ id: APP, object: 'app', deleted: true });
    expect(JSON.stringify(aggregate.render(snapshot))).not.toContain('~s1.');
  });
});

describe('an app has to do', () => {
  const dueOf = (state: AppState): unknown => aggregate.taskOf?.({ head: snapshot.head, state });

  it('nothing until it is deleted, then to be cleared once', () => {
    const deleted = aggregate.evolve(made, { type: 'app.deleted', data: { atMs: 9 } });
    const cleared = aggregate.evolve(deleted, { type: 'app.cleared', data: {} });
    expect([made, deleted, cleared].map(dueOf)).toEqual([null, { name: CLEAR_APP, dueAtMs: 9, key: APP }, null]);
  });
});
