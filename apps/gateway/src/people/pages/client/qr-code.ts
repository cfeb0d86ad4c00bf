const SVG = 'http://www.w3.org/2000/svg';
const SIDE_PX = '200';
/** ISO/IEC 18004: light on all sides, four modules wide. */
const QUIET = 4;

/** A picture of what a camera reads; dark on light, also where the page is dark. */
export async function qrCode(text: string, title: string): Promise<Element> {
  const { default: encode } = await import('./qr.js');
  const modules = encode(text, 'raw', { border: QUIET });
  const size = String(modules.length);
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return svg(
    'svg',
    { viewBox: `0 0 ${size} ${size}`, width: SIDE_PX, height: SIDE_PX, role: 'img', 'aria-label': title },
    svg('rect', { width: size, height: size, fill: '#fff' }),
    svg('path', { d: dark.join(''), fill: '#000' }),
  );
}

function svg(name: string, attributes: Readonly<Record<string, string>>, ...content: readonly Node[]): Element {
  const made: Element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...content);
  return made;
}
