import * as contracts from '#contracts';
import { compileShape } from '../validation/compile-shape';

type Schema = Record<string, unknown>;
type BodyClass = new () => object;

/** What is sent is called a DTO, what is answered a resource. */
const REQUEST_BODY = /Dto$/;
const CLASSES: ReadonlyMap<string, BodyClass> = new Map(
  Object.entries(contracts).filter((entry): entry is [string, BodyClass] => REQUEST_BODY.test(entry[0]) && typeof entry[1] === 'function'),
);

/**
 * Says of each request body that it takes no other members. Left open are those that also take words of other APIs, which no document
 * names.
 */
export function closeRequests(schemas: Record<string, Schema>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const Body = CLASSES.get(name);
    if (Body !== undefined && isWhollyDescribed(Body)) schema.additionalProperties = false;
  }
}

function isWhollyDescribed(Body: BodyClass): boolean {
  const described = new Set(contracts.describedProperties(Body).map(({ name }) => name));
  return compileShape(Body).names.every((name) => described.has(name));
}
