import { ERRORS } from '#contracts';
import type { ErrorRow } from '#contracts';
import { renderErrorPage } from '../docs/error-page';
import { escapeHtml } from '../docs/html';

const ROWS = Object.entries<ErrorRow>(ERRORS);

/** Codes whose row says nothing about what to do, each with its reason. A new code has a hint or stands here. */
const WITHOUT_HINT: Readonly<Record<string, string>> = {
  maintenance: 'the time stands in Retry-After, and there is nothing else to do',
};

describe('the hints of the error table', () => {
  it('say what to do for every code but those that are listed', () => {
    expect(ROWS.filter(([, { hint }]) => hint === undefined).map(([code]) => code)).toEqual(Object.keys(WITHOUT_HINT));
    expect(ROWS.length - Object.keys(WITHOUT_HINT).length).toBeGreaterThanOrEqual(40);
  });

  it.each(ROWS)('%s: is a sentence of its own that does not say the message again', (_code, { message, hint }) => {
    expect(hint ?? 'None.').toMatch(/^["A-Z].*[.]$/);
    expect(hint).not.toBe(message);
    expect((hint ?? '').length).toBeLessThanOrEqual(200);
  });

  it.each(ROWS)('%s: makes no key without its mode, nor, where the account is known, without that', (code, { hint = '' }) => {
    const options = /^api_key_(?:missing|invalid)$/.test(code) ? /^ --mode test$/ : /^ --mode test --account <acct_…>/;
    for (const [, given = ''] of hint.matchAll(/npm run keys -- create([^"]*)"/g)) expect(given).toMatch(options);
  });

  it.each(ROWS)('%s: names only routes of the API, of OAuth, of people, the documents and the checks', (_code, { hint = '' }) => {
    const paths = hint.match(/(?<=[ (])\/[a-z_0-9/{}]+/g) ?? [];
    expect(paths.filter((path) => !/^\/(?:v1|oauth|dashboard\/api|docs|health)(?:\/|$)/.test(path))).toEqual([]);
  });
});

describe('the page of errors', () => {
  const page = renderErrorPage();

  it.each(ROWS)('says what to do about %s and does not repeat its message', (code, { message, hint }) => {
    const section = page.slice(page.indexOf(`<section id="${code}">`)).split('</section>', 1)[0] ?? '';
    expect(section).toContain(escapeHtml(hint ?? code));
    expect(section).not.toContain(escapeHtml(message));
  });
});
