import { CreateAppDto, RollAppSecretDto, UpdateAppDto } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { toAppTerms, toCreateAppPayload, toRollSecretPayload, toUpdateAppPayload, validateApp } from './app-payloads';
import { newClientSecret } from './new-client-secret';

const SECRET_METHODS: ReadonlySet<string> = new Set(['client_secret_basic', 'client_secret_post']);

/** What each command on apps reads from its request, and what it asks of the accounts. */
export const APP_COMMANDS = {
  create: writeRoute({
    resource: 'app',
    command: 'apps.create',
    creates: true,
    body: CreateAppDto,
    validate: (dto, _context, wrong) => validateApp(dto, wrong),
    encryptFor: (_dto, { objectId }) => ({ subjectId: objectId, mayCreateKey: true }),
    prepare: async (dto, context) =>
      SECRET_METHODS.has(toAppTerms(dto).authMethod) ? newClientSecret(context.objectId, context) : undefined,
    secretOf: (secret) => secret,
    payload: (dto, _context, seal, secret) => toCreateAppPayload(dto, seal, secret),
  }),
  update: writeRoute({
    resource: 'app',
    command: 'apps.update',
    creates: false,
    body: UpdateAppDto,
    validate: (dto, _context, wrong) => validateApp(dto, wrong),
    payload: toUpdateAppPayload,
  }),
  rollSecret: writeRoute({
    resource: 'app',
    command: 'apps.roll_secret',
    creates: false,
    body: RollAppSecretDto,
    encryptFor: (_dto, { objectId }) => ({ subjectId: objectId, mayCreateKey: true }),
    prepare: async (_dto, context, services) => {
      // Before a key is made for an app that is not there.
      await services.get('accounts', `/internal/apps/${context.objectId}`);
      return newClientSecret(context.objectId, context);
    },
    secretOf: (secret) => secret,
    payload: (dto, _context, seal, secret) => toRollSecretPayload(dto, seal, secret),
  }),
  delete: writeRoute({ resource: 'app', command: 'apps.delete', creates: false, payload: () => ({}) }),
};
