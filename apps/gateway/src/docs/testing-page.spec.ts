import { TESTING_SECTIONS } from '#contracts';
import { renderTestingPage, testingJson } from './testing-page';

const page = renderTestingPage();

describe('the testing page', () => {
  it.each(TESTING_SECTIONS.map((section) => [section.id, section] as const))('has the section %s with every value', (id, { rows }) => {
    const section = page.slice(page.indexOf(`<section id="${id}">`)).split('</section>')[0]!;
    for (const { values } of rows) for (const value of values) expect(section).toContain(`<code>${value}</code>`);
  });

  it('has links that lead to a section, and no word left in backquotes', () => {
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
    expect(targets.length).toBeGreaterThan(TESTING_SECTIONS.length);
    for (const id of targets) expect(page).toContain(`<section id="${id}">`);
    expect(page).not.toMatch(/`|\]\(/);
  });

  it('says the same to programs', () => {
    expect(JSON.parse(testingJson())).toEqual({ sections: TESTING_SECTIONS });
  });
});
