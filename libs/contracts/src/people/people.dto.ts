import { Email, FilledText, Matching, OneOf, OwnEmail, Required, Text, TrueOrFalse, WebUrl } from '../checks/field-checks';
import { OptionalField } from '../checks/optional-field';
import { ApiProperty } from '../api-property';
import { ROLES, type Role } from '../accounts/roles';
import { Credential, type PasskeyCredential } from './passkey-field';

const PASSWORD = { code: 'parameter_invalid', message: 'must be a string of at most 1024 characters.', reason: 'invalid_type' } as const;
const PAGE = { code: 'parameter_invalid', message: 'must be at most 40 small letters and underscores.', reason: 'invalid_type' } as const;
/** Characters of the query of a saved view. */
export const VIEW_QUERY_MAX = 2_000;
/** Saved views of a member in an account. */
export const SAVED_VIEWS_MAX = 100;
const SECRET = { code: 'parameter_invalid', message: 'must be a string of at most 200 characters.', reason: 'invalid_type' } as const;

/** Any characters, spaces too. How good it is, is looked at elsewhere. */
function Password(): PropertyDecorator {
  return Matching(/^[\s\S]{1,1024}$/, PASSWORD);
}

/** A token or code, as it was mailed or shown. */
function Shown(): PropertyDecorator {
  return Matching(/^[\x20-\x7e]{1,200}$/, SECRET);
}

/** One who wants an account. */
export class SignUpDto {
  @ApiProperty({ example: 'Asha Rao' }) @Required() @Text(100) name!: string;
  @ApiProperty({ example: 'asha@example.com' }) @Required() @OwnEmail() email!: string;
  @ApiProperty({ description: 'Looked at and not kept: the one that is sent with the link counts.' })
  @Required()
  @Password()
  password!: string;
  @ApiProperty({ example: 'Acme Software' }) @Required() @Text(100) account_name!: string;
}

/** What was in a link. */
export class TokenDto {
  @ApiProperty() @Required() @Shown() token!: string;
}

/** The link of a sign-up with the password from now on, or that of a new address. */
export class VerifyEmailDto extends TokenDto {
  @OptionalField({
    description:
      'Required of a sign-up (`parameter_missing`; the link goes on working): the password of the new person is this one, whoever signed up with whichever. Not looked at of a new address.',
  })
  @Password()
  password?: string | null;
}

/** One who opens a link that makes a user. */
export class ClaimDto extends TokenDto {
  @ApiProperty({ example: 'Asha Rao' }) @Required() @Text(100) name!: string;
  @ApiProperty({ example: 'asha@example.com' }) @Required() @OwnEmail() email!: string;
  @ApiProperty() @Required() @Password() password!: string;
}

/** One who was invited. Who has a user signs in first, and sends the token alone. */
export class AcceptInvitationDto extends TokenDto {
  @OptionalField({ example: 'Asha Rao' }) @Text(100) name?: string | null;
  @OptionalField({ example: 'asha@example.com' }) @Email() email?: string | null;
  @OptionalField() @Password() password?: string | null;
}

/** One who signs in. */
export class SignInDto {
  @ApiProperty({ example: 'asha@example.com' }) @Required() @Email() email!: string;
  @ApiProperty() @Required() @Password() password!: string;
}

/** The second half of a sign-in: one of the three. */
export class SecondFactorDto {
  @ApiProperty() @Required() @Shown() flow!: string;
  @OptionalField({ example: '287082' }) @Shown() totp?: string | null;
  @OptionalField() @Shown() recovery_code?: string | null;
  @OptionalField() @Credential() passkey?: PasskeyCredential | null;
}

/** What the passkey is for: the second half of the sign-in that is named, or a sign-in of its own. */
export class SignInOptionsDto {
  @OptionalField() @Shown() flow?: string | null;
}

/** What the browser answered to the options. */
export class PasskeyDto {
  @ApiProperty() @Required() @Credential() credential!: PasskeyCredential;
}

/** A new passkey, and what the person calls it. */
export class NewPasskeyDto extends PasskeyDto {
  @OptionalField({ example: 'Laptop' }) @Text(100) name?: string | null;
}

/** An address alone asks for a link; the token of the link signs in. */
export class SignInLinkDto {
  @OptionalField({ example: 'asha@example.com' }) @Email() email?: string | null;
  @OptionalField() @Shown() token?: string | null;
}

/** An address. */
export class EmailDto {
  @ApiProperty({ example: 'asha@example.com' }) @Required() @Email() email!: string;
}

/** An address that is to be that of a person. */
export class NewEmailDto {
  @ApiProperty({ example: 'asha@example.com' }) @Required() @OwnEmail() email!: string;
}

/** A new password, by a link. */
export class ResetPasswordDto extends TokenDto {
  @ApiProperty() @Required() @Password() password!: string;
}

/** A new password. */
export class PasswordDto {
  @ApiProperty() @Required() @Password() password!: string;
}

/** Who it is, once more: by password and second factor, or by a passkey alone. */
export class StepUpDto {
  @OptionalField() @Password() password?: string | null;
  @OptionalField({ example: '287082' }) @Shown() totp?: string | null;
  @OptionalField() @Shown() recovery_code?: string | null;
  @OptionalField() @Credential() passkey?: PasskeyCredential | null;
}

/** What is left out stays. */
export class UpdateUserDto {
  @OptionalField({ example: 'Asha Rao' }) @Text(100) name?: string | null;
  @OptionalField() @OneOf(['light', 'dark', 'system']) theme?: string | null;
  @OptionalField({ example: 'Asia/Kolkata' }) @Text(64) timezone?: string | null;
}

/** A code of the app that shows them. */
export class CodeDto {
  @ApiProperty({ example: '287082' }) @Required() @Shown() code!: string;
}

/** Who is asked to join, and as what. */
export class InviteDto {
  @ApiProperty({ example: 'ravi@example.com' }) @Required() @OwnEmail() email!: string;
  @ApiProperty({ example: 'developer' }) @Required() @OneOf(ROLES) role!: Role;
}

/** What a member is from now on. */
export class UpdateMemberDto {
  @ApiProperty({ example: 'developer' }) @Required() @OneOf(ROLES) role!: Role;
}

/** Another account of the same person. */
export class NewAccountDto {
  @ApiProperty({ example: 'Acme Software' }) @Required() @FilledText(100) name!: string;
}

/** A list of the dashboard as it is filtered now, under a name. */
export class SavedViewDto {
  @ApiProperty({ example: 'payments', description: 'Which page it belongs to.' })
  @Required()
  @Matching(/^[a-z][a-z_]{0,39}$/, PAGE)
  page!: string;

  @ApiProperty({ example: 'Captured today' }) @Required() @FilledText(100) name!: string;
  @ApiProperty({ example: 'status=captured&method=upi', description: 'The query of the page. It must hold no key or token.' })
  @Required()
  @Text(VIEW_QUERY_MAX)
  query!: string;

  @OptionalField({ description: 'Whether the other members of the account see it; false unless given.' }) @TrueOrFalse() shared?:
    boolean | null;
}

/** For whom live mode is asked. */
export class RequestLiveDto {
  @ApiProperty({ example: 'Acme Software Private Limited', description: 'As it was registered.' })
  @Required()
  @FilledText(200)
  legal_name!: string;
  @ApiProperty({ example: 'https://acme.example.com' }) @Required() @WebUrl() website!: string;
}

/** The name of the account, so that it is not closed by mistake. */
export class CloseAccountDto {
  @ApiProperty({ example: 'Acme Software' }) @Required() @Text(100) name!: string;
}

/** Whose the account is from now on. */
export class HandOverDto {
  @ApiProperty() @Required() @Shown() user_id!: string;
}
