import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import type { ValidationArguments } from 'class-validator';
import { PROPERTY_OPTIONS, type ConstraintContext, type ErrorCode } from '#contracts';

type ValidationMetadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
type Constructor = new () => object;

/** One constraint of one field. */
export interface CompiledRule {
  readonly code: ErrorCode;
  readonly reason: string | undefined;
  passes(value: unknown, object: object): boolean;
  messageFor(value: unknown, object: object): string;
}

export interface CompiledProperty {
  readonly name: string;
  /** All must hold, or the field is not judged (`@IsOptional`, `@ValidateIf`). */
  readonly conditions: readonly ((object: object, value: unknown) => boolean)[];
  readonly rules: readonly CompiledRule[];
  /** Whether a text may stand here, and an empty one counts as null. */
  readonly isText: boolean;
  /** The class of a nested object, or of each object of a list; null for a plain field. */
  readonly nested: CompiledShape | null;
  /** Whether it is a list of nested objects, and what is said of one that is none. */
  readonly each: CompiledRule | null;
}

/** A DTO class as a list of fields in the order of their declaration. */
export interface CompiledShape {
  readonly properties: readonly CompiledProperty[];
  readonly byName: ReadonlyMap<string, CompiledProperty>;
  readonly names: readonly string[];
}

/**
 * Reads the class-validator declaration of a DTO once. It understands what our DTOs use: synchronous constraints,
 * conditions, nested objects and lists of them; anything else throws at start, never on a request.
 */
export function compileShape(Shape: Constructor): CompiledShape {
  const all = getMetadataStorage().getTargetValidationMetadatas(Shape, '', true, false);
  const names = [...new Set(all.map((metadata) => metadata.propertyName))];
  const properties = names.map((name) =>
    compileProperty(
      Shape,
      name,
      all.filter((metadata) => metadata.propertyName === name),
    ),
  );
  return { properties, byName: new Map(properties.map((property) => [property.name, property])), names };
}

function compileProperty(Shape: Constructor, name: string, metadatas: readonly ValidationMetadata[]): CompiledProperty {
  const nestedMetadata = metadatas.find((metadata) => metadata.type === 'nestedValidation');
  const conditions = metadatas
    .filter((metadata) => metadata.type === 'conditionalValidation')
    .map((metadata) => metadata.constraints[0] as CompiledProperty['conditions'][number]);
  const rules = metadatas
    .filter((metadata) => metadata.type === 'customValidation' || metadata.type === 'isDefined')
    .flatMap((metadata) => compileRules(metadata));
  const isText = isTextOf(Shape, name);
  if (nestedMetadata === undefined) return { name, conditions, rules, isText, nested: null, each: null };
  const [nested, isObject] = [compileShape(nestedClassOf(Shape, name)), isObjectRule(nestedMetadata)];
  if (nestedMetadata.each) return { name, conditions, rules, isText, nested, each: isObject };
  return { name, conditions, rules: [...rules, isObject], isText, nested, each: null };
}

/** By its description: a string, or one of some words. */
function isTextOf(Shape: Constructor, name: string): boolean {
  const described = (Reflect.getMetadata(PROPERTY_OPTIONS, Shape.prototype as object, name) ?? {}) as Record<string, unknown>;
  const { type, isArray, enum: words } = described;
  if (isArray === true) return false;
  const hasWords = Array.isArray(words) && words.every((word) => typeof word === 'string');
  return type === String || type === 'string' || (hasWords && type !== 'array');
}

/** class-transformer keeps its `@Type` in private; what it makes of an empty object tells it all the same. */
function nestedClassOf(Shape: Constructor, name: string): Constructor {
  const probe = (plainToInstance(Shape, { [name]: {} }) as Record<string, object>)[name];
  const found = probe?.constructor as Constructor | undefined;
  if (found === undefined || found === Object) throw new Error(`${Shape.name}.${name} is nested: give it @Type(() => ItsClass)`);
  return found;
}

const NOTHING = {};

function compileRules(metadata: ValidationMetadata): CompiledRule[] {
  const constraints = getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls);
  return constraints.map((constraint) => {
    if (constraint.async) throw new Error(`${metadata.propertyName}: asynchronous constraints are not supported`);
    const { instance } = constraint;
    // One object for all requests: constraints are synchronous and must not keep it.
    const shared = argumentsOf(metadata);
    const passesOne = (value: unknown): boolean => instance.validate(value, shared) === true;
    return {
      ...contextOf(metadata),
      passes(value, object) {
        if (metadata.validateIf?.(object, value) === false) return true;
        shared.object = object;
        shared.value = value;
        const isFine = metadata.each && Array.isArray(value) ? value.every(passesOne) : passesOne(value);
        // A body may hold what nothing keeps: a card number, that of a document. It must not stay until the next one comes.
        shared.object = NOTHING;
        shared.value = undefined;
        return isFine;
      },
      messageFor(value, object) {
        const { message } = metadata;
        const given = { ...shared, object, value };
        if (typeof message === 'function') return message(given);
        return fillIn(message ?? instance.defaultMessage?.(given) ?? 'is not valid', given);
      },
    };
  });
}

/** `@ValidateNested` takes lists too; a field that is declared as one object does not. */
function isObjectRule(metadata: ValidationMetadata): CompiledRule {
  return {
    ...contextOf(metadata),
    passes: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    messageFor: () => (typeof metadata.message === 'string' ? metadata.message : 'must be an object.'),
  };
}

function contextOf(metadata: ValidationMetadata): Pick<CompiledRule, 'code' | 'reason'> {
  const context = metadata.context as Partial<ConstraintContext> | undefined;
  const fallback = metadata.type === 'isDefined' || metadata.name === 'isDefined' ? 'parameter_missing' : 'parameter_invalid';
  return { code: context?.code ?? fallback, reason: context?.reason };
}

function argumentsOf(metadata: ValidationMetadata): ValidationArguments {
  return {
    targetName: typeof metadata.target === 'function' ? metadata.target.name : metadata.target,
    property: metadata.propertyName,
    object: {},
    value: undefined,
    constraints: metadata.constraints ?? [],
  };
}

function fillIn(message: string, given: ValidationArguments): string {
  return given.constraints
    .reduce<string>((text, constraint, index) => text.replaceAll(`$constraint${index + 1}`, String(constraint)), message)
    .replaceAll('$property', given.property);
}
