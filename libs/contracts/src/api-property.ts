import 'reflect-metadata';
import type { ApiPropertyOptions } from '@nestjs/swagger';

export type { ApiPropertyOptions };

/**
 * `@ApiProperty` and its companions of @nestjs/swagger, as far as the contracts need them: they keep the same options in
 * the same places, where the document and the published schemas find them. Every process and every test suite loads the
 * contracts; the package itself, which costs a third of a second of CPU, is loaded only where there is a document to make.
 */
export const PROPERTY_NAMES = 'swagger/apiModelPropertiesArray';
export const PROPERTY_OPTIONS = 'swagger/apiModelProperties';
export const EXTRA_MODELS = 'swagger/apiExtraModels';
/** Our own: what the checks of a property say of it. */
const CHECKED_OPTIONS = 'hundi/checkedOptions';

export type Class = abstract new (...parameters: never[]) => object;
type Options = Record<string, unknown>;

/** Describes a property that is always there. */
export function ApiProperty(options: ApiPropertyOptions = {}): PropertyDecorator {
  return (target, property) => {
    const names = (Reflect.getMetadata(PROPERTY_NAMES, target) as string[] | undefined) ?? [];
    const name = `:${String(property)}`;
    if (!names.includes(name)) Reflect.defineMetadata(PROPERTY_NAMES, [...names, name], target);
    const inherited = Reflect.getMetadata(PROPERTY_OPTIONS, target, property) as Options | undefined;
    // A child that describes a property anew declares its type anew.
    const isAgain = Reflect.hasOwnMetadata(PROPERTY_OPTIONS, target, property);
    const checked = Reflect.getOwnMetadata(CHECKED_OPTIONS, target, property) as Options | undefined;
    const declared = isAgain ? undefined : (Reflect.getMetadata('design:type', target, property) as unknown);
    Reflect.defineMetadata(
      PROPERTY_OPTIONS,
      { ...inherited, ...(declared !== undefined && { type: declared }), ...normalized({ ...checked, ...options }) },
      target,
      property,
    );
  };
}

/** What a check says of its property: the type and bounds that the description, which stands above it, need not repeat. */
export function describeChecked(options: ApiPropertyOptions): PropertyDecorator {
  return (target, property) => {
    const others = Reflect.getOwnMetadata(CHECKED_OPTIONS, target, property) as Options | undefined;
    Reflect.defineMetadata(CHECKED_OPTIONS, { ...others, ...options }, target, property);
  };
}

/** Describes a property that may be left out. */
export function ApiPropertyOptional(options: ApiPropertyOptions = {}): PropertyDecorator {
  return ApiProperty({ ...options, required: false } as ApiPropertyOptions);
}

/** Names classes that only a reference mentions, so that the document holds them. */
export function ApiExtraModels(...models: Class[]): ClassDecorator {
  return (target) => {
    const known = (Reflect.getMetadata(EXTRA_MODELS, target) as Class[] | undefined) ?? [];
    Reflect.defineMetadata(EXTRA_MODELS, [...known, ...models], target);
  };
}

/** Where the document holds the schema of a class. */
export function getSchemaPath(model: Class): string {
  return `#/components/schemas/${model.name}`;
}

/** `[String]` is a list, and a list of words says so of its items. */
function normalized(options: Options): Options {
  const { type, isArray, enum: words } = options;
  const list = listOf(type, isArray);
  const kept = Object.fromEntries(Object.entries({ ...options, ...list }).filter(([, value]) => value !== undefined));
  if (!Array.isArray(words)) return kept;
  if (!isArray) return { ...kept, type: type ?? typeOfWords(words) };
  delete kept.enum;
  return { ...kept, type: 'array', items: { type: typeOfWords(words), enum: words } };
}

function listOf(type: unknown, isArray: unknown): Options {
  if (!type || isArray) return { type, isArray };
  return Array.isArray(type) ? { type: type[0] as unknown, isArray: true } : { type, isArray: false };
}

function typeOfWords(words: unknown[]): string {
  if (words.some((word) => typeof word === 'string')) return 'string';
  return words.some((word) => typeof word === 'boolean') ? 'boolean' : 'number';
}
