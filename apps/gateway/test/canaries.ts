/** Numbers of documents that stand nowhere else, and every shape in which one of them may lie about. */
export class Canaries {
  private readonly shapes: readonly (readonly [canary: string, shape: string])[];

  /** @param written as people write them; at least seven letters or digits each, so that none stands somewhere by chance. */
  constructor(written: readonly string[]) {
    const weak = written.filter((canary) => compact(canary).length < 7);
    if (weak.length > 0) throw new Error(`too short to be looked for: ${weak.join()}`);
    this.shapes = written.flatMap((canary) => [...shapesOf(canary)].map((shape) => [canary, shape] as const));
  }

  /** Those that the text holds, each as it was found. */
  foundIn(text: string): string[] {
    return this.shapes.filter(([, shape]) => text.includes(shape)).map(([canary, shape]) => `${canary} as ${shape}`);
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
