import { sensitivityOf, type Sensitivity } from '#contracts';
import { propertiesOf, type Document, type Node } from './open-api';

const MARKS: Readonly<Record<Sensitivity, Node>> = {
  personal: { 'x-personal': true },
  // Shown to who may have it, and no more to be printed than what is personal.
  secret: { 'x-personal': true },
  sent: { writeOnly: true },
};

/** Marks every field that must not be printed: libraries mask it in whatever they print. Schemas have the names of their classes. */
export function markSensitive({ components: { schemas } }: Document): void {
  for (const [holder, schema] of Object.entries(schemas)) {
    for (const [name, property] of Object.entries(propertiesOf(schema))) {
      const sensitivity = sensitivityOf(name, holder);
      if (property !== undefined && sensitivity !== undefined) Object.assign(property, MARKS[sensitivity]);
    }
  }
}
