import { ValidateBy, type ValidationArguments } from 'class-validator';
import { DEVELOPMENT_SECRET_PREFIX } from './is-not-development-secret';

const LENGTH_MIN = 16;
const TOO_SHORT = `must be one token or several, separated by commas, of at least ${LENGTH_MIN} characters each`;
const FOR_DEVELOPMENT = 'still has its value for development';

/** The tokens of a setting: the first is the one to show and to sign with, all are accepted. */
export function tokensOf(setting: string): readonly string[] {
  return setting.split(',').map((token) => token.trim());
}

/** The token to show to others. */
export function firstTokenOf(setting: string): string {
  return tokensOf(setting)[0]!;
}

function problemOf(value: unknown, args?: ValidationArguments): string | undefined {
  const tokens = typeof value === 'string' ? tokensOf(value) : [];
  if (tokens.length === 0 || tokens.some(({ length }) => length < LENGTH_MIN)) return TOO_SHORT;
  const isProduction = (args?.object as { nodeEnv?: string } | undefined)?.nodeEnv === 'production';
  return isProduction && tokens.some((token) => token.startsWith(DEVELOPMENT_SECRET_PREFIX)) ? FOR_DEVELOPMENT : undefined;
}

/** One token or several; in production none of those made for development, not even as the second. */
export function IsTokenList(): PropertyDecorator {
  return ValidateBy({
    name: 'isTokenList',
    validator: {
      validate: (value: unknown, args?: ValidationArguments) => problemOf(value, args) === undefined,
      defaultMessage: (args?: ValidationArguments) => `${args?.property ?? 'the token'} ${problemOf(args?.value, args) ?? TOO_SHORT}`,
    },
  });
}
