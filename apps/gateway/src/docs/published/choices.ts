import type { Node } from './open-api';

const ALSO_TAKEN = {
  integer: 'Unix seconds; RFC 3339 is taken too.',
  string: 'Unix seconds are taken as a number.',
};

/** Every choice at every depth: a choice of null and a choice is one of three. */
export function choicesOf({ anyOf, oneOf }: Node): Node[] {
  const choices = (anyOf ?? oneOf ?? []) as Node[];
  return choices.flatMap((choice) => ('anyOf' in choice || 'oneOf' in choice ? choicesOf(choice) : [choice]));
}

/**
 * A moment may be sent as Unix seconds or as RFC 3339, and in one place as an id. No typed language has a value of two kinds,
 * so a client is shown one, a text when most of the ways are texts; its description names the others.
 */
export function ofOneKind(node: Node): Node {
  const choices = choicesOf(node);
  if (isNullableMoment(choices)) return orNull(node, choices[0] ?? {});
  const numbers = choices.filter(({ type }) => type === 'integer');
  const texts = choices.filter(({ type }) => type === 'string');
  const [number] = numbers;
  if (number === undefined || !texts.some(({ format }) => format === 'date-time')) return node;
  const { anyOf: _anyOf, oneOf: _oneOf, description, example, ...rest } = node;
  // The bounds of a moment are those of the digits that are read, and say nothing to a reader.
  const { minimum: _minimum, maximum: _maximum, ...plainNumber } = number;
  const isNumber = texts.length <= numbers.length;
  const chosen: Node = isNumber ? plainNumber : { type: 'string' };
  const isNullable = choices.some(({ type }) => type === 'null');
  return {
    ...rest,
    ...chosen,
    type: isNullable ? [chosen.type, 'null'] : chosen.type,
    description: [description, isNumber ? ALSO_TAKEN.integer : ALSO_TAKEN.string].filter(Boolean).join(' '),
    ...(isNumber && example !== undefined && { example }),
  };
}

/** What is left of a choice between null and a moment, which is made one kind before it. */
function isNullableMoment([first, second, third]: readonly Node[]): boolean {
  return first?.description === ALSO_TAKEN.integer && second?.type === 'null' && third === undefined;
}

function orNull({ anyOf: _anyOf, oneOf: _oneOf, description, ...rest }: Node, { type, description: alsoTaken, ...kind }: Node): Node {
  return { ...rest, ...kind, type: [type, 'null'], description: [description, alsoTaken].filter(Boolean).join(' ') };
}
