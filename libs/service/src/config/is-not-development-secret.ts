import { ValidateBy, type ValidationArguments } from 'class-validator';

/** Secrets in `.env.example` and compose begin with this, so that they are not used in production by accident. */
export const DEVELOPMENT_SECRET_PREFIX = 'development-only';

/** Refuses a secret made for development when the same config says `nodeEnv: 'production'` (docs/reference/security.md, API8). */
export function IsNotDevelopmentSecret(): PropertyDecorator {
  return ValidateBy({
    name: 'isNotDevelopmentSecret',
    validator: {
      validate: (value: unknown, args?: ValidationArguments) =>
        (args?.object as { nodeEnv?: string }).nodeEnv !== 'production' || !String(value).startsWith(DEVELOPMENT_SECRET_PREFIX),
      defaultMessage: (args?: ValidationArguments) => `${args?.property ?? 'the secret'} still has its value for development`,
    },
  });
}
