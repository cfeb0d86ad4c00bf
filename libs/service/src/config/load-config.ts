import 'reflect-metadata';
import { getMetadataStorage, validateSync } from 'class-validator';
import { passwordVariableOf, withPassword } from './database-password';
import { givenValues, type GivenValues } from './values-from-files';

/** The configuration is not usable. `violations` names every problem at once; values are never repeated. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly violations: readonly string[]) {
    super(`The configuration is not usable:\n${violations.map((violation) => `  - ${violation}`).join('\n')}`);
  }
}

/** One environment variable as a config class declares it. */
export interface Variable {
  /** `DATABASE_URL` for the property `databaseUrl`. */
  name: string;
  property: string;
  /** False when the class gives a default or marks the property optional. */
  isRequired: boolean;
  /** What is used when the variable is not set. */
  defaultValue: unknown;
}

type Shape<T> = new () => T;
type Environment = Record<string, string | undefined>;
type Parsed = { value: unknown } | { problem: string };

/**
 * Reads a config class from the environment. The class is the declaration: class-validator decorators are the rules,
 * initializers the defaults, property types (`string`, `number`, `boolean`, `string[]`) the parsing, and the name of the
 * variable is the property in capitals (`databaseUrl` → `DATABASE_URL`). Numbers must be plain decimals, booleans
 * `true` or `false`, lists are separated by commas. An empty value counts as not set. `X_FILE` names a file that holds the value of
 * `X`, and `X_DATABASE_PASSWORD` is put into `X_DATABASE_URL`.
 *
 * @param required properties that are optional in the class and needed in this process, for example `kafkaBrokers` in
 *   the distributed mode.
 * @throws ConfigError with all violations at once.
 */
export function loadConfig<T extends object>(Shape: Shape<T>, env: Environment, required: readonly (keyof T & string)[] = []): Readonly<T> {
  const config = new Shape();
  const variables = variablesOf(Shape);
  const given = givenValues(
    variables.map(({ name }) => name),
    env,
  );
  const problems = new Map([...missing(required, given), ...readInto(config, variables, given.values), ...given.problems]);
  for (const [name, problem] of brokenRules(config, given)) if (!problems.has(name)) problems.set(name, problem);
  if (problems.size > 0) throw new ConfigError(variables.flatMap(({ name }) => problems.get(name) ?? []));
  return deepFreeze(config);
}

/** The variables a config class reads, in the order of declaration, its own before those it inherits. */
export function variablesOf(Shape: Shape<object>): Variable[] {
  const defaults = new Shape() as Record<string, unknown>;
  const rules = getMetadataStorage().getTargetValidationMetadatas(Shape, '', true, false);
  const optional = new Set(rules.filter((rule) => rule.type === 'conditionalValidation').map((rule) => rule.propertyName));
  return [...new Set(rules.map((rule) => rule.propertyName))].map((property) => ({
    name: variableName(property),
    property,
    isRequired: defaults[property] === undefined && !optional.has(property),
    defaultValue: defaults[property],
  }));
}

/** Sets what is in the environment; what cannot be read by the type of its property is a problem. */
function readInto(config: object, variables: readonly Variable[], values: GivenValues['values']): Map<string, string> {
  const problems = new Map<string, string>();
  for (const { name, property } of variables) {
    const text = values.get(name);
    if (text === undefined) continue;
    const parsed = parsedValue(name, text, { type: Reflect.getMetadata('design:type', config, property), values });
    if ('problem' in parsed) problems.set(name, `${name} ${parsed.problem}`);
    else Reflect.set(config, property, parsed.value);
  }
  return problems;
}

function parsedValue(name: string, text: string, { type, values }: { type: unknown; values: GivenValues['values'] }): Parsed {
  const password = values.get(passwordVariableOf(name) ?? '');
  if (password === undefined) return parseAs(type, text);
  const whole = withPassword(name, text, password);
  return 'problem' in whole ? { problem: whole.problem } : { value: whole.url };
}

function missing(properties: readonly string[], { values }: GivenValues): Map<string, string> {
  const names = properties.map(variableName).filter((name) => !values.has(name));
  return new Map(names.map((name) => [name, `${name} is missing`]));
}

function brokenRules(config: object, { values }: GivenValues): Map<string, string> {
  const problems = new Map<string, string>();
  for (const error of validateSync(config, { forbidUnknownValues: false })) {
    const name = variableName(error.property);
    const sentences = Object.values(error.constraints ?? {}).map((sentence) => sentence.replace(error.property, name));
    const value = values.get(name);
    problems.set(name, value === undefined ? `${name} is missing` : discreet(sentences.join('; '), name, value));
  }
  return problems;
}

function variableName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

function parseAs(type: unknown, text: string): Parsed {
  if (type === Number)
    return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? { value: Number(text) } : { problem: 'must be a number in plain digits' };
  if (type === Boolean) return text === 'true' || text === 'false' ? { value: text === 'true' } : { problem: 'must be true or false' };
  if (type !== Array) return { value: text };
  const items = text.split(',').map((item) => item.trim());
  return items.includes('') ? { problem: 'must be a list separated by commas, without empty items' } : { value: items };
}

/** A validator's sentence may quote the value it refuses, and the value may be a secret. */
function discreet(sentence: string, name: string, value: string): string {
  return value.length > 3 && sentence.includes(value.trim()) ? `${name} is not valid` : sentence;
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const field of Object.values(value)) if (typeof field === 'object' && field !== null) deepFreeze(field);
  return Object.freeze(value);
}
