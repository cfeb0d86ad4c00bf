import { ArrayMinSize, IsArray, IsBoolean, IsIn, IsInt, IsOptional, Matches, Max, Min, MinLength, ValidateIf } from 'class-validator';
import { configRule } from '#partner-http';
import { DestinationConfig, isLoopbackHost } from '#service';

const MAIL_SERVER = /^smtps?:\/\/[^\s]+$/;

/** An address, or a name and an address in <>: of anything else the client of mail makes no sender, and sends all the same. */
const SENDER = /^(?:[^<>]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/;

/** What goes there and back must not be read or changed on its way. */
function IsHttpsOrLoopback(): PropertyDecorator {
  return configRule(
    'isHttpsOrLoopback',
    isHttpsOrLoopback,
    (property) => `${property} must be an https URL without a query, or http on this machine`,
  );
}

function isHttpsOrLoopback(value: unknown): boolean {
  if (!URL.canParse(String(value))) return false;
  const { protocol, hostname, search, hash, username } = new URL(String(value));
  if (search !== '' || hash !== '' || username !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname.replaceAll(/[[\]]/g, '')));
}

/** What the world may reach by https has keys of its own: those that follow from the pepper are for development. */
interface Reached {
  publicUrl?: string;
}
const isForAll = ({ publicUrl }: Reached): boolean => publicUrl?.startsWith('https:') === true;

/** The settings of the gateway that are about people: how they sign up and in, what they are mailed, whether apps may act for them, and reports of leaked keys. */
export class PeopleConfig extends DestinationConfig {
  /** Who may make an account: anybody, whoever was invited, or operators alone. */
  @IsIn(['open', 'invite', 'closed'])
  signup: 'open' | 'invite' | 'closed' = 'open';

  /** Where mails are handed over, for example `smtp://user:password@mail.example.com:587`. Without it they are only kept. */
  @IsOptional()
  @Matches(MAIL_SERVER)
  mailUrl?: string;

  /** Whom mails are from. */
  @Matches(SENDER, { message: '$property must be an address, or a name and an address in <>' })
  mailFrom: string = 'Hundi <no-reply@localhost>';

  /**
   * Where it is asked whether a password is known from breaches, by the first five characters of its SHA-1 digest, for example
   * `https://api.pwnedpasswords.com/range`. Without it nobody is asked.
   */
  @IsOptional()
  @IsHttpsOrLoopback()
  passwordRangeUrl?: string;

  /**
   * `github` opens `/secret_scanning/github` for reports of the secret scanning partner program of GitHub. Without it there is no such
   * route.
   */
  @IsOptional()
  @IsIn(['github'])
  secretScanning?: 'github';

  /** Where GitHub shows the keys that it signs its reports with. */
  @IsHttpsOrLoopback()
  secretScanningKeysUrl: string = 'https://api.github.com/meta/public_keys/secret_scanning';

  /** A session that is not used for so long is over, in milliseconds. */
  @IsInt()
  @Min(60_000)
  @Max(86_400_000)
  sessionIdleMs: number = 28_800_000;

  /** A session is over after this, used or not, in milliseconds. */
  @IsInt()
  @Min(60_000)
  @Max(2_592_000_000)
  sessionMaxMs: number = 604_800_000;

  /** How long password and second factor count for acts that ask for them again, in milliseconds. */
  @IsInt()
  @Min(10_000)
  @Max(3_600_000)
  stepUpMs: number = 600_000;

  /**
   * Secrets behind cookies, at least 32 characters each, the newest first. Follows from API_KEY_PEPPER when it is not set; required
   * with an https PUBLIC_URL.
   */
  @ValidateIf((config: PeopleConfig & Reached) => config.cookieKeys !== undefined || isForAll(config))
  @IsArray()
  @ArrayMinSize(1)
  @MinLength(32, { each: true })
  cookieKeys?: string[];

  /** Whether apps get tokens by OAuth 2.0; those that they have are taken either way. */
  @IsBoolean()
  oauthEnabled: boolean = true;

  /**
   * Keys of OAuth, each 32 random bytes in base64url, the newest first. Follow from API_KEY_PEPPER when they are not set; required with
   * an https PUBLIC_URL.
   */
  @ValidateIf((config: PeopleConfig & Reached) => config.oauthSigningKeys !== undefined || (config.oauthEnabled && isForAll(config)))
  @IsArray()
  @ArrayMinSize(1)
  @Matches(/^[\w-]{43}$/, { each: true })
  oauthSigningKeys?: string[];
}
