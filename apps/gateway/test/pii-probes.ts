/** A search begins with this many characters of a shape. */
const BEGINNING = 4;

/** Numbers and secrets that stand nowhere else, and every shape in which one of them may lie about. */
export class PiiProbes {
  private readonly byBeginning = new Map<number, (readonly [probe: string, shape: string])[]>();

  /**
   * @param written as people write them; at least seven letters or digits each, so that none stands somewhere by chance.
   * @param parts of them, which must not stand anywhere either; as they are.
   */
  constructor(written: readonly string[], parts: readonly string[] = []) {
    const weak = [...written, ...parts].filter((probe) => compact(probe).length < 7);
    if (weak.length > 0) throw new Error(`too short to be looked for: ${weak.join()}`);
    for (const probe of written) for (const shape of shapesOf(probe)) this.add(probe, shape);
    for (const part of parts) this.add(part, part);
  }

  /** Those that the text holds, each as it was found. One pass, however many are looked for. */
  foundIn(text: string): string[] {
    const found = new Set<string>();
    let beginning = 0;
    for (let end = 0; end < text.length; end++) {
      beginning = (beginning << 8) | (text.charCodeAt(end) & 0xff);
      for (const [probe, shape] of this.byBeginning.get(beginning) ?? []) {
        if (text.startsWith(shape, end + 1 - BEGINNING)) found.add(`${probe} as ${shape}`);
      }
    }
    return [...found];
  }

  private add(probe: string, shape: string): void {
    const beginning = [...shape.slice(0, BEGINNING)].reduce((all, character) => (all << 8) | (character.charCodeAt(0) & 0xff), 0);
    this.byBeginning.set(beginning, [...(this.byBeginning.get(beginning) ?? []), [probe, shape]]);
  }
}

function compact(text: string): string {
  return text.replace(/[^0-9A-Za-z]/g, '');
}

/** As it was written, grouped otherwise, and in the encodings of URLs, binary columns and opaque values. */
function shapesOf(written: string): Set<string> {
  const bare = compact(written);
  const fours = bare.match(/.{1,4}/g) ?? [];
  const plain = [written, bare, ...[' ', '-', '.', '/', '_'].map((separator) => fours.join(separator))];
  const texts = plain.flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()]);
  const encoded = texts.flatMap((text) => [encodeURIComponent(text), Buffer.from(text).toString('hex'), ...base64Cores(text)]);
  return new Set([...texts, ...encoded]);
}

/** What stands in the base64 of any text around this one: the part that does not depend on its neighbors. */
function base64Cores(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    return [bytes.toString('base64').slice(from, to), bytes.toString('base64url').slice(from, to)];
  });
}
