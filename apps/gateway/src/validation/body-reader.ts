import { isBlank, type FieldProblem } from '#contracts';
import type { UnknownName } from './unknown-names';
import { compileShape, type CompiledProperty, type CompiledRule, type CompiledShape } from './compile-shape';

/** A request body, sorted: what is known and good, what is unknown, what is wrong. */
export interface BodyReading<T> {
  /** Only fields the DTO declares and whose value is right. A whole T when `problems` is empty. */
  value: Partial<T>;
  /** Members that the DTO does not declare. They are bound to nothing. */
  unknown: UnknownName[];
  /** One problem for each field that is wrong, in the order of the DTO. */
  problems: FieldProblem[];
}

/**
 * Reads bodies of one DTO by its class-validator declaration, compiled once: the same constraints with the same answers
 * (a property test compares them), without an instance, a promise or an error tree for each request.
 */
export class BodyReader<T extends object> {
  private readonly shape: CompiledShape;

  constructor(Shape: new () => T) {
    this.shape = compileShape(Shape);
  }

  /** The members that a body may have. */
  get names(): readonly string[] {
    return this.shape.names;
  }

  /** Whether the body may have the member of a dotted path; indexes of lists are left out. */
  takes(path: string): boolean {
    let shape: CompiledShape | null = this.shape;
    for (const name of path.split('.')) {
      const property: CompiledProperty | undefined = shape?.byName.get(name);
      if (property === undefined) return false;
      shape = property.nested;
    }
    return true;
  }

  /** @param body an object as it came out of the JSON parser. */
  read(body: Record<string, unknown>): BodyReading<T> {
    const reading: BodyReading<Record<string, unknown>> = { value: {}, unknown: [], problems: [] };
    readObject(this.shape, body, '', reading);
    return reading as BodyReading<T>;
  }
}

function readObject(
  shape: CompiledShape,
  sent: Record<string, unknown>,
  prefix: string,
  reading: BodyReading<Record<string, unknown>>,
): void {
  const { value, unknown } = reading;
  const body = withoutBlanks(shape, sent);
  for (const key of Object.keys(body)) {
    if (!shape.byName.has(key)) unknown.push({ prefix, name: key, known: shape.names });
  }
  for (const property of shape.properties) {
    const given = Object.hasOwn(body, property.name) ? body[property.name] : undefined;
    const path = prefix + property.name;
    if (!property.conditions.every((condition) => condition(body, given))) {
      if (given !== undefined) value[property.name] = given;
      continue;
    }
    const problem = findProblem(property.rules, body, given);
    if (problem !== undefined) reading.problems.push({ ...problem, param: path });
    else if (property.nested !== null) value[property.name] = readNested(property, given, path, reading);
    else value[property.name] = given;
  }
}

/** Forms send an empty text for what was not filled in: it counts as null, and so does one of blanks where the member is optional. */
function withoutBlanks(shape: CompiledShape, body: Record<string, unknown>): Record<string, unknown> {
  const blank = shape.properties.filter((property) => Object.hasOwn(body, property.name) && countsAsNull(property, body[property.name]));
  return blank.length === 0 ? body : { ...body, ...Object.fromEntries(blank.map(({ name }) => [name, null])) };
}

function countsAsNull({ isText, conditions }: CompiledProperty, given: unknown): boolean {
  if (!isText || typeof given !== 'string') return false;
  return given === '' || (conditions.length > 0 && isBlank(given));
}

type Nested = Pick<CompiledProperty, 'nested' | 'each'>;

/** The rules of the property have made sure that this is an object, or a list. */
function readNested({ nested, each }: Nested, given: unknown, path: string, reading: BodyReading<Record<string, unknown>>): unknown {
  if (each === null) return readInner(nested, given, path, reading);
  return (given as unknown[]).map((one, index) => {
    const place = `${path}.${index}`;
    const problem = findProblem([each], {}, one);
    if (problem === undefined) return readInner(nested, one, place, reading);
    reading.problems.push({ ...problem, param: place });
    return {};
  });
}

function readInner(shape: CompiledShape | null, given: unknown, path: string, reading: BodyReading<Record<string, unknown>>): unknown {
  const inner = { value: {}, unknown: reading.unknown, problems: reading.problems };
  if (shape !== null) readObject(shape, given as Record<string, unknown>, `${path}.`, inner);
  return inner.value;
}

/** What is missing or of the wrong type is said before anything finer. */
const PRECEDENCE = ['parameter_missing', 'parameter_invalid'];

function findProblem(rules: readonly CompiledRule[], object: object, value: unknown): Omit<FieldProblem, 'param'> | undefined {
  let worst: CompiledRule | undefined;
  for (const rule of rules) {
    if (!rule.passes(value, object) && (worst === undefined || rank(rule) < rank(worst))) worst = rule;
  }
  if (worst === undefined) return undefined;
  const { code, reason } = worst;
  return { code, message: worst.messageFor(value, object), ...(reason !== undefined && { reason }) };
}

function rank(rule: CompiledRule): number {
  const index = PRECEDENCE.indexOf(rule.code);
  return index === -1 ? PRECEDENCE.length : index;
}
