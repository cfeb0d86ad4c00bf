/** What a member of an account may be, the one who may most first. */
export const ROLES = ['owner', 'admin', 'developer', 'finance', 'support', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that may change who is in the account. */
export const TEAM_ROLES = ['owner', 'admin'] as const satisfies readonly Role[];

/** Members of an account. */
export const MEMBERS_MAX = 200;
/** Invitations of an account that wait to be accepted. */
export const INVITATIONS_MAX = 50;
/** An invitation that was not accepted by then is over: seven days. */
export const INVITATION_LIFETIME_MS = 604_800_000;
