/** A mail as it is read. */
export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  /** Plain text, with the link on a line of its own. */
  text: string;
  /** The link alone; null for a mail that asks for nothing. */
  link: string | null;
}

/** What a mail is about. */
export const MAIL_KINDS = {
  verify_email: {
    subject: 'Confirm your e-mail address',
    lines: [
      'Somebody, probably you, signed up with this address. Open this link and choose the password. It works once, for a day.',
      'If it was not you, do nothing: without the link there is no account.',
    ],
  },
  account_exists: {
    subject: 'You have an account already',
    lines: ['Somebody, probably you, signed up with this address, which has an account. If you forgot the password, open this link.'],
  },
  reset_password: { subject: 'Choose a new password', lines: ['Open this link to choose a new password. It works once, for an hour.'] },
  sign_in: { subject: 'Sign in', lines: ['Open this link to sign in. It works once, for fifteen minutes.'] },
  new_email: {
    subject: 'Confirm your new e-mail address',
    lines: ['Open this link to use this address from now on. It works once, for a day.'],
  },
  email_changed: { subject: 'Your e-mail address was changed', lines: ['If it was not you, tell the operator of this Hundi at once.'] },
  password_changed: { subject: 'Your password was changed', lines: ['If it was not you, ask for a new one at once.'] },
  factor_changed: { subject: 'Your second factor was changed', lines: ['If it was not you, tell the operator of this Hundi at once.'] },
  totp_paused: {
    subject: 'Codes of your app are off for a day',
    lines: ['Too many wrong codes were sent with your password. Recovery codes work. Change your password if it was not you.'],
  },
  new_sign_in: { subject: 'A new browser signed in', lines: ['If it was not you, change your password and end all sessions.'] },
  key_expiring: {
    subject: 'An API key ends soon',
    lines: ['An API key that is in use ends soon. Roll it, and let your programs use the new one before then.'],
  },
  key_leaked: {
    subject: 'An API key was revoked because it leaked',
    lines: ['Its text was found where it should not be, and reported. It works nowhere any more. Look for what it was used for meanwhile.'],
  },
  key_leak_reported: {
    subject: 'An API key was reported as leaked',
    lines: ['Its text was found where it should not be. It still works, as the settings of the account say: roll it or revoke it now.'],
  },
  endpoint_failing: {
    subject: 'A webhook endpoint fails',
    lines: ['Deliveries to it fail. They are tried again; an endpoint that fails for days is disabled.'],
  },
  endpoint_disabled: {
    subject: 'A webhook endpoint was disabled',
    lines: ['It gets nothing any more until it is enabled. What it missed can be replayed.'],
  },
  invitation: { subject: 'You are invited', lines: ['Open this link to join. It works once, for seven days.'] },
} as const satisfies Record<string, { subject: string; lines: readonly string[] }>;

export type MailKind = keyof typeof MAIL_KINDS;

/** What a mail says beside what its kind does. */
export interface MailParts {
  link?: string;
  /** What it is about, one line each. */
  details?: readonly string[];
}

/** The text of a mail of this kind. */
export function mailOf(kind: MailKind, to: string, { link, details = [] }: MailParts = {}): Mail {
  const { subject, lines } = MAIL_KINDS[kind];
  const parts = [lines, details, link === undefined ? [] : [link]].filter(({ length }) => length > 0);
  return { to, subject: `${subject} - Hundi`, text: `${parts.map((part) => part.join('\n')).join('\n\n')}\n`, link: link ?? null };
}
