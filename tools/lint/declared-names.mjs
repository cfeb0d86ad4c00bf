/**
 * The identifiers that a pattern declares: `{ a, b: [c] }` declares a and c.
 *
 * @param withShorthand whether `{ a }` counts, which takes its name from the object.
 */
export function* declaredBy(pattern, withShorthand) {
  if (!pattern) return;
  if (pattern.type === 'Identifier') yield pattern;
  else if (pattern.type === 'ObjectPattern')
    for (const property of pattern.properties) yield* declaredBy(valueOf(property, withShorthand), withShorthand);
  else if (pattern.type === 'ArrayPattern') for (const element of pattern.elements) yield* declaredBy(element, withShorthand);
  else if (pattern.type === 'AssignmentPattern') yield* declaredBy(pattern.left, withShorthand);
  else if (pattern.type === 'RestElement') yield* declaredBy(pattern.argument, withShorthand);
  else if (pattern.type === 'TSParameterProperty') yield* declaredBy(pattern.parameter, withShorthand);
}

function valueOf(property, withShorthand) {
  if (property.type === 'RestElement') return property.argument;
  return property.shorthand && !withShorthand ? undefined : property.value;
}
