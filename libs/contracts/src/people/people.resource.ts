import { ACCOUNT_STATUSES, type AccountStatus } from '../accounts/account.resource';
import { ROLES, type Role } from '../accounts/roles';
import { ApiProperty, ApiPropertyOptional } from '../api-property';

/** What a person can have beside a password, the usual one first. */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const;
export type SecondFactorKind = (typeof SECOND_FACTORS)[number];

const text = { type: String } as const;
const textOrNull = { type: String, nullable: true } as const;
const seconds = { type: 'integer', description: 'Unix seconds' } as const;
const secondsOrNull = { ...seconds, nullable: true } as const;

/** A key pair of the person whose public half is kept here. */
export class PasskeyResource {
  @ApiProperty(text) id!: string;
  @ApiProperty(textOrNull) name!: string | null;
  @ApiProperty({ type: Boolean, description: 'Whether other devices of the person have it too.' }) backed_up!: boolean;
  @ApiProperty(seconds) created_at!: number;
  @ApiProperty(secondsOrNull) last_used_at!: number | null;
}

/** What a page hands to the browser. */
export class PasskeyOptionsAnswer {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'publicKey of navigator.credentials, as JSON.' })
  options!: object;
}

/** What is known of the person who is signed in. */
export class UserResource {
  @ApiProperty(text) id!: string;
  @ApiProperty(textOrNull) email!: string | null;
  @ApiProperty({ ...secondsOrNull, description: 'Null where the link of the invitation was shown to who invited, and not mailed.' })
  email_verified_at!: number | null;
  @ApiProperty(textOrNull) name!: string | null;
  @ApiProperty(text) status!: string;
  @ApiProperty({ type: Boolean }) password_set!: boolean;
  @ApiProperty({ type: Boolean }) totp_enabled!: boolean;
  @ApiProperty({ type: () => [PasskeyResource] }) passkeys!: PasskeyResource[];
  @ApiProperty({ type: 'integer' }) recovery_codes_left!: number;
  @ApiProperty({ type: Boolean }) is_operator!: boolean;
  @ApiProperty(textOrNull) theme!: string | null;
  @ApiProperty(textOrNull) timezone!: string | null;
  @ApiProperty(seconds) created_at!: number;
  @ApiProperty(secondsOrNull) last_signed_in_at!: number | null;
}

/** An account of the person who is signed in. */
export class AccountOfUser {
  @ApiProperty(text) id!: string;
  @ApiProperty(text) name!: string;
  @ApiProperty({ type: String, enum: ROLES }) role!: Role;
  @ApiProperty({ type: String, enum: ACCOUNT_STATUSES }) status!: AccountStatus;
  @ApiProperty({ type: Boolean }) live_enabled!: boolean;
}

/** What a role may do in the account that `Hundi-Account` names, or the first. */
export class ScopesOfSession {
  @ApiProperty({ type: [String] }) test!: readonly string[];
  @ApiProperty({ type: [String] }) live!: readonly string[];
}

/** A key that was made with the account. It is shown once. */
export class FirstKey {
  @ApiProperty(text) id!: string;
  @ApiProperty(text) kind!: string;
  @ApiProperty(text) secret!: string;
}

/** Who is signed in, and what a page needs to know of it. */
export class SessionAnswer {
  @ApiProperty({ type: () => UserResource }) user!: UserResource;
  @ApiProperty({ type: () => [AccountOfUser] }) accounts!: AccountOfUser[];
  @ApiProperty({ type: () => ScopesOfSession }) scopes!: ScopesOfSession;
  @ApiProperty(text) csrf!: string;
  @ApiProperty(seconds) step_up_until!: number;
  @ApiProperty({ type: Boolean }) is_operator!: boolean;
  @ApiPropertyOptional({ type: () => [FirstKey] }) first_keys?: FirstKey[];
}

/** A session, or what is still asked for. */
export class SignInAnswer {
  @ApiPropertyOptional({ type: String, enum: SECOND_FACTORS, isArray: true }) second_factor?: SecondFactorKind[];
  @ApiPropertyOptional({ ...text, description: 'Goes with the second factor; ten minutes.' }) flow?: string;
  @ApiPropertyOptional({ type: () => UserResource }) user?: UserResource;
  @ApiPropertyOptional({ type: () => [AccountOfUser] }) accounts?: AccountOfUser[];
  @ApiPropertyOptional({ type: () => ScopesOfSession }) scopes?: ScopesOfSession;
  @ApiPropertyOptional(text) csrf?: string;
  @ApiPropertyOptional(seconds) step_up_until?: number;
  @ApiPropertyOptional({ type: Boolean }) is_operator?: boolean;
  @ApiPropertyOptional({ type: () => [FirstKey] }) first_keys?: FirstKey[];
}

/** The rest comes by mail, if there is anything to be mailed. */
export class AcceptedAnswer {
  @ApiProperty({ type: Boolean }) accepted!: true;
}

/** It is done. */
export class DoneAnswer {
  @ApiProperty({ type: Boolean }) done!: true;
}

/** A place where one is signed in. */
export class SessionResource {
  @ApiProperty(text) id!: string;
  @ApiProperty({ type: Boolean }) is_current!: boolean;
  @ApiProperty(textOrNull) address!: string | null;
  @ApiProperty(textOrNull) user_agent!: string | null;
  @ApiProperty(seconds) created_at!: number;
  @ApiProperty(seconds) last_seen_at!: number;
  @ApiProperty(seconds) authenticated_at!: number;
  @ApiProperty(seconds) ends_at!: number;
}

/** All places. */
export class SessionList {
  @ApiProperty({ type: () => [SessionResource] }) data!: SessionResource[];
}

/** For the app that shows codes. */
export class TotpAnswer {
  @ApiProperty(text) otpauth_uri!: string;
}

/** They are shown once. */
export class RecoveryCodesAnswer {
  @ApiProperty({ type: [String] }) recovery_codes!: string[];
}

/** A person of an account. */
export class MemberResource {
  @ApiProperty(text) user_id!: string;
  @ApiProperty(textOrNull) name!: string | null;
  @ApiProperty(textOrNull) email!: string | null;
  @ApiProperty({ type: String, enum: ROLES }) role!: Role;
  @ApiProperty({ type: Boolean }) has_second_factor!: boolean;
  @ApiProperty(textOrNull) invited_by!: string | null;
  @ApiProperty(seconds) joined_at!: number;
}

/** Everybody. */
export class MemberList {
  @ApiProperty({ type: () => [MemberResource] }) data!: MemberResource[];
}

/** Somebody who was asked to join. */
export class InvitationResource {
  @ApiProperty(text) id!: string;
  @ApiProperty(textOrNull) email!: string | null;
  @ApiProperty({ type: String, enum: ROLES }) role!: Role;
  @ApiProperty(text) status!: string;
  @ApiProperty(textOrNull) invited_by!: string | null;
  @ApiProperty(seconds) expires_at!: number;
  @ApiPropertyOptional({ ...text, description: 'Once, where there is no mail server.' }) link?: string;
}

/** All that wait. */
export class InvitationList {
  @ApiProperty({ type: () => [InvitationResource] }) data!: InvitationResource[];
}

/** A list of the dashboard, filtered and named. */
export class SavedViewResource {
  @ApiProperty(text) id!: string;
  @ApiProperty(text) page!: string;
  @ApiProperty(textOrNull) name!: string | null;
  @ApiProperty(textOrNull) query!: string | null;
  @ApiProperty({ type: Boolean }) shared!: boolean;
  @ApiProperty({ ...text, description: 'Who saved it.' }) user_id!: string;
  @ApiProperty(seconds) created_at!: number;
}

/** A page of them. */
export class SavedViewList {
  @ApiProperty({ type: () => [SavedViewResource] }) data!: SavedViewResource[];
  @ApiProperty({ type: Boolean }) has_more!: boolean;
  @ApiProperty({ ...textOrNull, description: '`starting_after` of the next page.' }) next_cursor!: string | null;
}

/** A mail that was sent, or would have been. */
export class MailResource {
  @ApiProperty(text) id!: string;
  @ApiProperty(text) kind!: string;
  @ApiProperty(textOrNull) to!: string | null;
  @ApiProperty(textOrNull) subject!: string | null;
  @ApiProperty(textOrNull) text!: string | null;
  @ApiProperty(seconds) created_at!: number;
}

/** The latest. */
export class MailList {
  @ApiProperty({ type: () => [MailResource] }) data!: MailResource[];
}
