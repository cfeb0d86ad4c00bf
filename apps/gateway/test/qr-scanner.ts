import jsQR from 'jsqr';

/** A QR code as a scanner sees it: a square of light (0) and dark (1) modules, its quiet zone included. */
export interface Modules {
  size: number;
  dark: Uint8Array;
}

/** The modules that an SVG of strokes on white paints: `M` and `m` move, `h` draws a line to the right, one unit thick. */
export function modulesOf(svg: string): Modules {
  const size = Number(/viewBox='0 0 (\d+) \1'/.exec(svg)?.[1]);
  const dark = new Uint8Array(size * size);
  const path = / d='([^']+)'/.exec(svg)?.[1] ?? '';
  let [x, y] = [0, 0];
  for (const [, command, first = '', second] of path.matchAll(/([Mmh])(\d+)(?: ([\d.]+))?/g)) {
    if (command === 'M') [x, y] = [Number(first), Math.floor(Number(second))];
    else {
      if (command === 'h') dark.fill(1, y * size + x, y * size + x + Number(first));
      x += Number(first);
    }
  }
  return { size, dark };
}

/** Pixels of a module: scanners need more than one. */
const SCALE = 4;

/** What a reader of another make finds in the image of a QR code; null when it finds none. */
export function scanQrCode(svg: string): string | null {
  const { size, dark } = modulesOf(svg);
  const width = size * SCALE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let at = 0; at < width * width; at += 1) {
    const [x, y] = [Math.floor((at % width) / SCALE), Math.floor(at / width / SCALE)];
    if (dark[y * size + x] === 1) pixels.fill(0, at * 4, at * 4 + 3);
  }
  return jsQR(pixels, width, width, { inversionAttempts: 'dontInvert' })?.data ?? null;
}
