import fc from 'fast-check';
import { escapeText, html } from './html';

const read = (text: string): string => text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));

describe('html', () => {
  it('lets no text become markup, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const escaped = escapeText(text);
        expect(escaped).not.toMatch(/[<>"'`]/);
        expect(read(escaped)).toBe(read(text.replace(/&/g, '&#38;')));
        expect(html`<a title="${text}">${[text]}</a>`.text).toBe(`<a title="${escaped}">${escaped}</a>`);
      }),
    );
  });

  it('escapes once: HTML inside HTML stays HTML', () => {
    expect(html`<p>${html`<b>${'<'}</b>`}${[html`<i></i>`, '&']}</p>`.text).toBe('<p><b>&#60;</b><i></i>&#38;</p>');
  });

  it('leaves nothing for what is empty, and shows zero', () => {
    expect(html`${null}${undefined}${false}${0}`.text).toBe('0');
  });
});
