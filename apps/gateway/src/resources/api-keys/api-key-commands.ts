import { CreateApiKeyDto, RollApiKeyDto, UpdateApiKeyDto, type ApiKeyResource } from '#contracts';
import { refuseSecretKey, refuseWiderCredential } from '../../auth/credential-limits';
import { writeRoute } from '../../commands/write-route';
import {
  changesProtection,
  newLimits,
  refuseStrongerKey,
  requestedLimits,
  toCreateApiKeyPayload,
  toRollApiKeyPayload,
  toUpdateApiKeyPayload,
  validateCreateApiKey,
  validateUpdateApiKey,
} from './api-key-payloads';
import { newKey, type NewKey } from '../../api-keys/new-key';

const secretOf = ({ id, secret }: NewKey): { ownerId: string; secret: string } => ({ ownerId: id, secret });

/** What each command on API keys reads from its request, and what it asks of the accounts. */
export const API_KEY_COMMANDS = {
  create: writeRoute({
    resource: 'apiKey',
    command: 'api_keys.create',
    creates: true,
    body: CreateApiKeyDto,
    validate: (dto, _context, wrong) => validateCreateApiKey(dto, wrong),
    encryptFor: (_dto, { objectId }) => ({ subjectId: objectId, mayCreateKey: true }),
    prepare: async (dto, context) => {
      const { kind, scopes } = dto;
      refuseWiderCredential({ scopes, ...newLimits(dto, context) }, context);
      if (kind === 'secret') refuseSecretKey(context);
      return newKey(context.objectId, { kind, livemode: context.livemode, random: context.random });
    },
    secretOf,
    payload: (dto, context, seal, made) => toCreateApiKeyPayload(dto, context, seal, made),
  }),
  update: writeRoute({
    resource: 'apiKey',
    command: 'api_keys.update',
    creates: false,
    body: UpdateApiKeyDto,
    validate: (dto, _context, wrong) => validateUpdateApiKey(dto, wrong),
    prepare: async (dto, context, services) => {
      refuseWiderCredential({ scopes: dto.scopes, ...requestedLimits(dto) }, context);
      if (!changesProtection(dto)) return;
      refuseStrongerKey(JSON.parse(await services.get('accounts', `/internal/api_keys/${context.objectId}`)) as ApiKeyResource, context);
    },
    payload: toUpdateApiKeyPayload,
  }),
  roll: writeRoute({
    resource: 'apiKey',
    command: 'api_keys.roll',
    creates: false,
    body: RollApiKeyDto,
    encryptFor: (_dto, { newIds }) => ({ subjectId: newIds.of('apiKey'), mayCreateKey: true }),
    prepare: async (_dto, context, services) => {
      const { newIds, objectId, livemode, random } = context;
      const key = JSON.parse(await services.get('accounts', `/internal/api_keys/${objectId}`)) as ApiKeyResource;
      const { kind, scopes, allowed_addresses: allowedAddresses } = key;
      refuseWiderCredential({ scopes, allowedAddresses }, context);
      // That no key rolls itself is decided with the key.
      if (kind === 'secret' && context.callerId !== objectId) refuseSecretKey(context);
      return newKey(newIds.of('apiKey'), { kind, livemode, random });
    },
    secretOf,
    payload: (dto, context, seal, made) => toRollApiKeyPayload(dto, context, seal, made),
    locationOf: (keyId) => `/v1/api_keys/${keyId}`,
  }),
  revoke: writeRoute({
    resource: 'apiKey',
    command: 'api_keys.revoke',
    creates: false,
    choice: { param: 'reason', words: ['requested', 'leaked'] },
    payload: (_dto, { chosen = 'requested' }) => ({ reason: chosen }),
  }),
};
