import { ValidateBy, type ValidationArguments } from 'class-validator';
import { readKeyList } from '#personal-data';
import { DEVELOPMENT_SECRET_PREFIX } from './is-not-development-secret';

const WRONG_FORM = 'must be a list of id:base64 with 32 bytes in each key and no id twice';
const FOR_DEVELOPMENT = 'still names a key for development';

function problemOf(value: unknown, args?: ValidationArguments): string | undefined {
  const keys = typeof value === 'string' ? readKeyList(value) : undefined;
  if (keys === undefined) return WRONG_FORM;
  const isProduction = (args?.object as { nodeEnv?: string } | undefined)?.nodeEnv === 'production';
  return isProduction && [...keys.keys()].some((id) => id.startsWith(DEVELOPMENT_SECRET_PREFIX)) ? FOR_DEVELOPMENT : undefined;
}

/** A list of key-encryption keys; in production none of those made for development, not even as an old one. */
export function IsKeyList(): PropertyDecorator {
  return ValidateBy({
    name: 'isKeyList',
    validator: {
      validate: (value: unknown, args?: ValidationArguments) => problemOf(value, args) === undefined,
      defaultMessage: (args?: ValidationArguments) => `${args?.property ?? 'the list'} ${problemOf(args?.value, args) ?? WRONG_FORM}`,
    },
  });
}
