import { describedProperties, extraModelsOf, sensitivityOf, type Class } from '#contracts';

/** What of a field may be kept. */
export type FieldRule =
  /** Texts, numbers and truth values, and lists of them. */
  | { readonly kind: 'plain' }
  /** The same under names of the caller, such as metadata. */
  | { readonly kind: 'map' }
  /** Nothing but that it was there. */
  | { readonly kind: 'hidden' }
  /** Sealed values alone. Of an object, each of its fields by its own rule. */
  | { readonly kind: 'personal'; readonly shape: Shape | null }
  | { readonly kind: 'nested'; readonly shape: Shape };

/** The fields of an object that may be kept, by their names. A name that is not among them is kept in no form. */
export type Shape = ReadonlyMap<string, FieldRule>;

const PLAIN: FieldRule = { kind: 'plain' };
const HIDDEN: FieldRule = { kind: 'hidden' };
const known = new Map<Class, Shape>();

/**
 * The table of what may be kept of an object, read from the declaration of its class once. What is not declared has no row, so that a
 * field that somebody forgets to declare is not kept; what is secret or personal has the row that `sensitivityOf` says.
 */
export function shapeOf(model: Class): Shape {
  const made = known.get(model);
  if (made !== undefined) return made;
  const shape = new Map<string, FieldRule>();
  // Before it is filled: a class may hold itself.
  known.set(model, shape);
  for (const property of describedProperties(model)) shape.set(property.name, ruleOf(property, model));
  return shape;
}

function ruleOf({ name, holds, references, map }: ReturnType<typeof describedProperties>[number], model: Class): FieldRule {
  const sensitivity = sensitivityOf(name, model.name);
  if (sensitivity === 'secret' || sensitivity === 'sent') return HIDDEN;
  const shape = holds === null ? unionOf(references, model) : shapeOf(holds);
  if (sensitivity === 'personal') return { kind: 'personal', shape };
  if (shape !== null) return { kind: 'nested', shape };
  if (map === null) return PLAIN;
  return map === 'values' ? { kind: 'map' } : HIDDEN;
}

/** Of a field that holds one of several objects: all their fields, each by the strictest of its rules. */
function unionOf(names: readonly string[], model: Class): Shape | null {
  const models = extraModelsOf(model).filter(({ name }) => names.includes(name));
  if (models.length === 0) return null;
  const union = new Map<string, FieldRule>();
  for (const one of models) {
    for (const [name, rule] of shapeOf(one)) union.set(name, strictest(union.get(name), rule));
  }
  return union;
}

const STRICTNESS: Readonly<Record<FieldRule['kind'], number>> = { plain: 0, map: 1, nested: 2, personal: 3, hidden: 4 };

function strictest(left: FieldRule | undefined, right: FieldRule): FieldRule {
  return left !== undefined && STRICTNESS[left.kind] > STRICTNESS[right.kind] ? left : right;
}
