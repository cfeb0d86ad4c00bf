import 'reflect-metadata';
import { getMetadataStorage, validateSync } from 'class-validator';

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
 * `true` or `false`, lists are separated by commas. An empty value counts as not set.
 *
 * @param required properties that are optional in the class and needed in this process, for example `kafkaBrokers` in
 *   the distributed mode.
 * @throws ConfigError with all violations at once.
 */
export function loadConfig<T extends object>(Shape: Shape<T>, env: Environment, required: readonly (keyof T & string)[] = []): Readonly<T> {
  const config = new Shape();
  const variables = variablesOf(Shape);
  const problems = new Map([...readInto(config, variables, env), ...missing(required, env)]);
  for (const [name, problem] of brokenRules(config, env)) if (!problems.has(name)) problems.set(name, problem);
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
function readInto(config: object, variables: readonly Variable[], env: Environment): Map<string, string> {
  const problems = new Map<string, string>();
  for (const { name, property } of variables) {
    const text = env[name]?.trim() ?? '';
    if (text === '') continue;
    const parsed = parseAs(Reflect.getMetadata('design:type', config, property), text);
    if ('problem' in parsed) problems.set(name, `${name} ${parsed.problem}`);
    else Reflect.set(config, property, parsed.value);
  }
  return problems;
}

function missing(properties: readonly string[], env: Environment): Map<string, string> {
  const names = properties.map(variableName).filter((name) => isUnset(env[name]));
  return new Map(names.map((name) => [name, `${name} is missing`]));
}

function brokenRules(config: object, env: Environment): Map<string, string> {
  const problems = new Map<string, string>();
  for (const error of validateSync(config, { forbidUnknownValues: false })) {
    const name = variableName(error.property);
    const sentences = Object.values(error.constraints ?? {}).map((sentence) => sentence.replace(error.property, name));
    problems.set(name, isUnset(env[name]) ? `${name} is missing` : discreet(sentences.join('; '), name, env[name]));
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
function discreet(sentence: string, name: string, value: string | undefined): string {
  return value !== undefined && value.length > 3 && sentence.includes(value.trim()) ? `${name} is not valid` : sentence;
}

function isUnset(value: string | undefined): boolean {
  return value === undefined || value.trim() === '';
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const field of Object.values(value)) if (typeof field === 'object' && field !== null) deepFreeze(field);
  return Object.freeze(value);
}
