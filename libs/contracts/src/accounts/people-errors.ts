import { conflict, forbidden, invalid, unauthenticated, type ErrorRow } from '../error-row';

/** The rows of the error table for people who sign in, and for the accounts that they belong to. */
export const PEOPLE_ERRORS = {
  host_invalid: invalid(
    'The request was sent under a host name that is not that of this Hundi.',
    'Use the address of PUBLIC_URL, or localhost on the machine itself.',
  ),
  password_too_short: invalid('The password is too short.', 'Choose at least 15 characters: a few words with spaces are good.'),
  password_too_common: invalid(
    'The password is guessed too easily.',
    'Choose some words that do not belong together, and neither your name nor your address.',
  ),
  code_invalid: invalid('The code is not valid.', 'Enter the code that the app shows now. Each code works once.'),
  passkey_invalid: invalid(
    'The passkey cannot be used here.',
    'Ask for new options and let the browser answer them within five minutes, with a passkey of this Hundi that you have not removed.',
  ),
  passkeys_unavailable: invalid(
    'Passkeys do not work at a bare IP address.',
    'Open this Hundi under the host name of PUBLIC_URL, or as localhost on the machine itself.',
  ),
  link_invalid: invalid('The link does not work, or not any more.', 'Each link works once and for a while. Ask for another one.'),
  credentials_exclusive: invalid(
    'A session and an API key cannot be sent together.',
    'Send the cookie of the session or the header Authorization, not both.',
  ),
  session_missing: unauthenticated('Nobody is signed in.', 'Sign in: POST /dashboard/api/sign_in.'),
  session_expired: unauthenticated('The session is over.', 'Sign in again: POST /dashboard/api/sign_in.'),
  credentials_invalid: unauthenticated(
    'E-mail address and password do not fit.',
    'Check both, or have the password reset: POST /dashboard/api/password/reset.',
  ),
  second_factor_required: unauthenticated(
    'The second factor is missing.',
    'Send totp or recovery_code beside the password, or a passkey alone.',
  ),
  csrf_failed: forbidden(
    'The request did not come from a page of this Hundi.',
    'Send JSON from a page of the same origin; once signed in, with Hundi-Csrf as GET /dashboard/api/session shows it.',
  ),
  step_up_required: forbidden(
    'This needs your password again.',
    'POST /dashboard/api/step_up with password and second factor, or with a passkey; then repeat the request.',
  ),
  role_insufficient: forbidden('Your role in the account does not allow this.', 'Ask an owner or admin of the account.'),
  second_factor_missing: forbidden(
    'This needs a second factor.',
    'Set one up: POST /dashboard/api/user/passkeys or /dashboard/api/user/totp. Until then live mode is read-only for you, and an account that asks everybody for one is closed.',
  ),
  last_owner: conflict('An account has at least one owner.', 'Make another member owner first.'),
  already_member: conflict('This person is a member of the account already.', 'PATCH the member to change the role.'),
} as const satisfies Record<string, ErrorRow>;
