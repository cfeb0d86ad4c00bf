import encodeQR from 'qr';
import QuickLRU from 'quick-lru';

/** Light modules around the code, without which scanners do not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4;
/** Version 40 with error correction M holds no more in bytes. */
const CONTENT_BYTES_MAX = 2_331;
/** An image is some 4 kB and takes a tenth of a millisecond or more to draw; a page that waits shows the same one every three seconds. */
const IMAGES_KEPT_MAX = 500;

const images = new QuickLRU<string, string>({ maxSize: IMAGES_KEPT_MAX });

/**
 * A text as a QR code with error correction M: an SVG document of one path on white, one unit for each module, which scales.
 *
 * @returns null for a text that no code holds.
 */
export function qrSvg(content: string): string | null {
  const kept = images.get(content);
  if (kept !== undefined) return kept;
  if (content === '' || Buffer.byteLength(content) > CONTENT_BYTES_MAX) return null;
  const svg = draw(encodeQR(content, 'raw', { ecc: 'medium', encoding: 'byte', border: QUIET_ZONE }));
  images.set(content, svg);
  return svg;
}

/** Attributes in single quotes: in JSON, double ones would be escaped, each. */
function draw(rows: readonly boolean[][]): string {
  const size = rows.length;
  const lines = rows.flatMap((row, y) => linesOf(row, y));
  return (
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${size} ${size}' shape-rendering='crispEdges'>` +
    `<rect width='${size}' height='${size}' fill='#fff'/><path stroke='#000' d='${lines.join('')}'/></svg>`
  );
}

/** The dark modules of a row as strokes along its middle; the first one starts at its place, each other one after a gap. */
function linesOf(row: readonly boolean[], y: number): string[] {
  const lines: string[] = [];
  let endedAt = -1;
  for (let x = row.indexOf(true); x >= 0; x = row.indexOf(true, endedAt)) {
    const start = endedAt < 0 ? `M${x} ${y}.5` : `m${x - endedAt} 0`;
    const light = row.indexOf(false, x);
    endedAt = light < 0 ? row.length : light;
    lines.push(`${start}h${endedAt - x}`);
  }
  return lines;
}
