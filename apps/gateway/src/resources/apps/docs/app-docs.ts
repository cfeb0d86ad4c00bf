import { AppResource, DeletedApp } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

const APP_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'app_0VB3xQ9k42Ap4d8TmWq7ZcHs' } as const;
const ONCE = 'Its secret is shown this once.';

/** What the reference says of each route of apps. */
export const APP_DOCS = {
  create: {
    summary: 'Register an OAuth client',
    description: ONCE,
    answer: { status: 201, description: `The app. ${ONCE}`, type: AppResource },
    errors: ['parameter_missing', 'scope_unknown', 'redirect_uri_invalid', 'url_invalid'],
  },
  list: { summary: 'List apps', item: AppResource },
  get: { summary: 'Retrieve an app', params: [APP_ID], answer: { description: 'The app.', type: AppResource } },
  update: {
    summary: 'Change an app',
    params: [APP_ID],
    answer: { status: 200, description: 'The app.', type: AppResource },
    isBodyOptional: true,
    errors: ['scope_unknown', 'redirect_uri_invalid', 'url_invalid', 'state_conflict'],
  },
  rollSecret: {
    summary: 'Give an app a new secret',
    description: `The secret of before works until the overlap is over, a day unless given. ${ONCE}`,
    params: [APP_ID],
    answer: { status: 200, description: `The app. ${ONCE}`, type: AppResource },
    isBodyOptional: true,
    errors: ['state_conflict'],
  },
  delete: {
    summary: 'Delete an app',
    description: 'Its tokens are refused within five seconds, and its connections end.',
    params: [APP_ID],
    answer: { status: 200, description: 'That it is deleted.', type: DeletedApp },
  },
} as const satisfies Record<string, RouteDocs>;
