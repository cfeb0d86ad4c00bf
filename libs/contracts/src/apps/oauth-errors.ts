import { forbidden, invalid, unauthenticated, type ErrorRow } from '../error-row';

/** The rows of the error table for apps, their tokens and connections. */
export const OAUTH_ERRORS = {
  redirect_uri_invalid: invalid(
    'A redirect URI must be https, or http on loopback, without fragment or user name.',
    'Register the exact address that your app is sent back to, such as https://example.com/oauth/back.',
  ),
  token_invalid: unauthenticated(
    'The access token is not valid.',
    'Ask for a new one with the refresh token at /oauth/token; when that is refused too, the connection has ended.',
  ),
  account_not_connected: forbidden(
    'No account of this id is connected to one of your apps in this mode.',
    'The account has to consent first: send its owner to /oauth/authorize.',
  ),
} as const satisfies Record<string, ErrorRow>;
