import { CreateAppDto, RollAppSecretDto, UpdateAppDto, type AppResource, type AppTerms } from '#contracts';
import { changesCredentials } from '../../accounts/app/decide/terms';
import { refuseWiderCredential, refuseWithoutStepUp, type CredentialMaker } from '../../auth/credential-limits';
import { writeRoute, type Services, type WriteContext } from '../../commands/write-route';
import { toAppTerms, toCreateAppPayload, toRollSecretPayload, toUpdateAppPayload, validateApp } from './app-payloads';
import { newClientSecret } from '../../apps/new-client-secret';

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
    prepare: async (dto, context) => {
      const terms = toAppTerms(dto);
      refuseWiderApp(terms, context);
      return SECRET_METHODS.has(terms.authMethod) ? newClientSecret(context.objectId, context) : undefined;
    },
    secretOf: (secret) => secret,
    payload: (dto, _context, seal, secret) => toCreateAppPayload(dto, seal, secret),
  }),
  update: writeRoute({
    resource: 'app',
    command: 'apps.update',
    creates: false,
    body: UpdateAppDto,
    validate: (dto, _context, wrong) => validateApp(dto, wrong),
    prepare: async (dto, context, services) => {
      const change = toUpdateAppPayload(dto);
      if (!changesCredentials(change)) return;
      const app = await findApp(context, services);
      const { allowedScopes = app.allowedScopes, grantTypes = app.grantTypes } = change;
      refuseWiderApp({ allowedScopes, grantTypes }, context);
    },
    payload: toUpdateAppPayload,
  }),
  rollSecret: writeRoute({
    resource: 'app',
    command: 'apps.roll_secret',
    creates: false,
    body: RollAppSecretDto,
    encryptFor: (_dto, { objectId }) => ({ subjectId: objectId, mayCreateKey: true }),
    prepare: async (_dto, context, services) => {
      refuseWiderApp(await findApp(context, services), context);
      return newClientSecret(context.objectId, context);
    },
    secretOf: (secret) => secret,
    payload: (dto, _context, seal, secret) => toRollSecretPayload(dto, seal, secret),
  }),
  delete: writeRoute({ resource: 'app', command: 'apps.delete', creates: false, payload: () => ({}) }),
};

type ActingTerms = Pick<AppTerms, 'allowedScopes' | 'grantTypes'>;

async function findApp({ objectId }: Pick<WriteContext, 'objectId'>, services: Services): Promise<ActingTerms> {
  const app = JSON.parse(await services.get('accounts', `/internal/apps/${objectId}`)) as AppResource;
  return { allowedScopes: app.allowed_scopes, grantTypes: app.grant_types };
}

/**
 * An app that acts for its own account needs no consent, so that its scopes are those that its maker has; what other accounts consent to
 * their owners decide.
 *
 * @throws ApiError scope_insufficient, step_up_required.
 */
function refuseWiderApp({ allowedScopes, grantTypes }: ActingTerms, maker: CredentialMaker): void {
  if (!grantTypes.includes('client_credentials')) return;
  refuseWiderCredential({ scopes: allowedScopes, scopesParam: 'allowed_scopes' }, maker);
  refuseWithoutStepUp(maker);
}
