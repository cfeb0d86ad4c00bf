/** Usual ways to misspell a name: case, separators, one letter more, less, doubled or swapped. */
export const MISSPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase()),
  (name) => name.toUpperCase(),
  (name) => name.replaceAll('_', '-'),
  (name) => name.replaceAll('_', ''),
  (name) => `${name} `,
  (name) => `${name}[]`,
  (name) => name.slice(0, -1),
  (name) => name + (name.at(-1) ?? ''),
  (name) => `${name.slice(0, -2)}${name.slice(-1)}${name.slice(-2, -1)}`,
  (name) => `x${name}`,
];
