import { ValidateBy, type ValidationArguments } from 'class-validator';

/** A rule over one property of a config class and the others beside it. `message` is what the operator reads. */
export function configRule<TConfig extends object>(
  name: string,
  isFine: (value: unknown, config: TConfig) => boolean,
  message: (property: string) => string,
): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value: unknown, args?: ValidationArguments) => isFine(value, args?.object as TConfig),
      defaultMessage: (args?: ValidationArguments) => message(args?.property ?? ''),
    },
  });
}

/** Half a pair of credentials is a mistake. @param variable the name of `other` in the environment. */
export function ComesWith(other: string, variable: string): PropertyDecorator {
  return configRule<Record<string, unknown>>(
    'comesWith',
    (_value, config) => config[other] !== undefined,
    (property) => `${property} needs ${variable} beside it`,
  );
}

/** The address of a partner: credentials do not travel in the clear. */
export function IsHttpsInProduction(): PropertyDecorator {
  const isFine = (value: unknown, { nodeEnv }: { nodeEnv?: string }): boolean =>
    nodeEnv !== 'production' || String(value).startsWith('https:');
  return configRule('isHttpsInProduction', isFine, (property) => `${property} must begin with https:// in production`);
}
