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
  verify_email: { subject: 'Confirm your e-mail address', lines: ['Open this link to finish your sign-up. It works once, for a day.'] },
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
  invitation: { subject: 'You are invited', lines: ['Open this link to join. It works once, for seven days.'] },
} as const satisfies Record<string, { subject: string; lines: readonly string[] }>;

export type MailKind = keyof typeof MAIL_KINDS;

/** The text of a mail of this kind. */
export function mailOf(kind: MailKind, to: string, link: string | null = null): Mail {
  const { subject, lines } = MAIL_KINDS[kind];
  return { to, subject: `${subject} - Hundi`, text: [...lines, ...(link === null ? [] : ['', link]), ''].join('\n'), link };
}
