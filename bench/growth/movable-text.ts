import { toBase62 } from '#contracts';

/** A name in a text that has a time in it, and what it is when that is so many milliseconds later. */
export interface MovableName {
  name: string;
  moved(shiftMs: number): string;
}

/** Characters of an id behind its prefix that say when, and those that its parts share with it. */
const [TIME_LENGTH, SHARED_LENGTH] = [8, 22];
const PREFIX_LENGTH = 4;

/** What the ids of an object, its parts and its references share. @param id with a prefix of three letters. */
export function sharedId(id: string, atMs: number): MovableName {
  return timed(id.slice(PREFIX_LENGTH, PREFIX_LENGTH + SHARED_LENGTH), atMs);
}

/** The id of an event. */
export function wholeId(id: string, atMs: number): MovableName {
  return timed(id.slice(PREFIX_LENGTH), atMs);
}

function timed(name: string, atMs: number): MovableName {
  return { name, moved: (shiftMs) => toBase62(atMs + shiftMs, TIME_LENGTH) + name.slice(TIME_LENGTH) };
}

/** A UUID of version 7, whose first 48 bits are milliseconds. */
export function timedUuid(name: string): MovableName {
  const atMs = Number.parseInt(name.slice(0, 8) + name.slice(9, 13), 16);
  return {
    name,
    moved(shiftMs) {
      const time = (atMs + shiftMs).toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}${name.slice(13)}`;
    },
  };
}

/** A text that is written again and again with other ids in it. */
export class MovableText {
  private readonly pieces: readonly string[];
  private readonly names: readonly MovableName[];
  private readonly order: readonly number[];

  constructor(text: string, names: readonly MovableName[]) {
    this.names = [...new Map(names.map((one) => [one.name, one])).values()];
    const places = new Map(this.names.map(({ name }, index) => [name, index]));
    // With the names in brackets, every second piece is one.
    const pieces = text.split(new RegExp(`(${[...places.keys()].join('|')})`));
    this.pieces = pieces.filter((_, index) => index % 2 === 0);
    this.order = pieces.filter((_, index) => index % 2 === 1).map((name) => places.get(name) ?? 0);
  }

  moved(shiftMs: number): string {
    const names = this.names.map((name) => name.moved(shiftMs));
    let text = this.pieces[0] ?? '';
    for (const [index, name] of this.order.entries()) text += (names[name] ?? '') + (this.pieces[index + 1] ?? '');
    return text;
  }
}
