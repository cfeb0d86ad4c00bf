import { ApiKeyResource, DeletedApiKey } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

const KEY_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'key_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;
const ONCE = 'It is shown this once.';

/** What the reference says of each route of API keys. */
export const API_KEY_DOCS = {
  create: {
    summary: 'Make a restricted or publishable key',
    description: `At most the scopes of the key that asks, and revoked with it. Secret keys are made by people. ${ONCE}`,
    answer: { status: 201, description: `The key, with its text. ${ONCE}`, type: ApiKeyResource },
    errors: ['parameter_missing', 'scope_unknown', 'metadata_invalid', 'session_only', 'limit_exceeded'],
  },
  list: { summary: 'List API keys', item: ApiKeyResource },
  get: {
    summary: 'Retrieve an API key',
    params: [KEY_ID],
    answer: { description: 'The key. Its text is shown of a publishable one alone.', type: ApiKeyResource },
  },
  update: {
    summary: 'Change name, scopes, addresses, end and metadata of a key',
    params: [KEY_ID],
    answer: { status: 200, description: 'The key.', type: ApiKeyResource },
    isBodyOptional: true,
    errors: ['scope_unknown', 'metadata_invalid', 'state_conflict', 'key_already_rolled'],
  },
  roll: {
    summary: 'Let a new key take the place of one',
    description: `Both work until the overlap is over, a day unless given. No key rolls itself, and none a secret key. ${ONCE}`,
    params: [KEY_ID],
    answer: { status: 200, description: `The new key, with its text. ${ONCE}`, type: ApiKeyResource },
    isBodyOptional: true,
    errors: ['session_only', 'state_conflict', 'key_already_rolled'],
  },
  revoke: {
    summary: 'Revoke a key',
    description: 'It works nowhere any more within five seconds, and neither do the keys that it made. Any key may revoke itself.',
    params: [KEY_ID],
    answer: { status: 200, description: 'That it is revoked.', type: DeletedApiKey },
  },
} as const satisfies Record<string, RouteDocs>;
