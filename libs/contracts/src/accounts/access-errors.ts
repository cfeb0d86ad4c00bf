import { conflict, forbidden, unauthenticated, type ErrorRow } from '../error-row';

/** The rows of the error table for who may not call, or not this: 401, 403; and for keys that have been replaced. */
export const ACCESS_ERRORS = {
  api_key_missing: unauthenticated(
    'Send your API key as "Authorization: Bearer <key>".',
    'Add the header "Authorization: Bearer sk_test_…". "npm start" prints a test key; "npm run keys -- create --mode test" makes another.',
  ),
  api_key_invalid: unauthenticated(
    'The API key is not valid.',
    'Copy the whole key again, from sk_ to its last character. "npm run keys -- create --mode test" makes a new one.',
  ),
  api_key_revoked: unauthenticated(
    'The API key has been revoked.',
    'Make a new key with "npm run keys -- create --mode test --account <acct_…>", or live, and use it wherever this one was.',
  ),
  token_expired: unauthenticated('The access token has expired.', 'Ask for a new one with the refresh token at /oauth/token.'),
  scope_insufficient: forbidden(
    'The key does not have the scope that this route needs.',
    'Use a key that has the scope: "npm run keys -- create --mode test --account <acct_…> --scopes <scopes>" makes one.',
  ),
  key_restricted: forbidden(
    'This kind of key cannot be used on this route.',
    'Use a secret key (sk_…) on your server; routes under /v1/test_helpers take a test key only.',
  ),
  session_only: forbidden(
    'Only a person who is signed in can do this.',
    'Sign in, or let an operator do it: "npm run keys -- create --mode test --account <acct_…>" makes a secret key.',
  ),
  account_suspended: forbidden(
    'The account is suspended.',
    'Ask the operator of this Hundi: only they can suspend an account and end that.',
  ),
  live_mode_not_enabled: forbidden(
    'Live mode is not enabled for this account.',
    'Use a test key (sk_test_…), or have live mode enabled for the account: docs/how-to/go-live.md.',
  ),
  ip_not_allowed: forbidden(
    'The key cannot be used from this address.',
    'Send the request from an address of the key\'s list, or add yours: "npm run keys -- allow key_… <addresses>".',
  ),
  key_already_rolled: conflict(
    'Another key has taken the place of this one already.',
    'GET /v1/api_keys/{id} names it as rolled_to: roll that one.',
  ),
} as const satisfies Record<string, ErrorRow>;
