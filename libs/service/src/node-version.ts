/**
 * The major version of Node below which no process starts: money is read from JSON by the text of its numbers, which older
 * versions do not give. `engines` in package.json is lower, for npm itself may run on an older one: `npm ci` brings this one.
 */
export const NODE_MAJOR_MIN = 24;

/** What to tell a person whose Node is too old; undefined for one that is not. */
export function problemWithNode(version: string = process.version): string | undefined {
  if (Number.parseInt(version.replace(/^v/, ''), 10) >= NODE_MAJOR_MIN) return undefined;
  return [
    `Node ${version} is too old: Hundi runs on Node ${NODE_MAJOR_MIN}.`,
    `"npm ci" puts the right one into node_modules/.bin, and npm scripts use it. Otherwise install Node ${NODE_MAJOR_MIN}.`,
  ].join('\n');
}
