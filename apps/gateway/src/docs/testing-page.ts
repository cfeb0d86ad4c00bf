import { resultOf, TESTING_INTRODUCTION, TESTING_SECTIONS, type TestingRow, type TestingSection } from '#contracts';
import { escapeHtml, htmlPage } from './html';

/** The page of test values: one section for each table of the sandbox. */
export function renderTestingPage(): string {
  const contents = TESTING_SECTIONS.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`);
  return htmlPage(
    'Testing with Hundi',
    `<main>
<h1>Testing</h1>
${TESTING_INTRODUCTION.map(paragraph).join('\n')}
<p>The same for programs: <a href="/docs/testing.json">/docs/testing.json</a>.</p>
<ul>${contents.join('')}</ul>
${TESTING_SECTIONS.map(renderSection).join('\n')}
</main>`,
  );
}

/** The same for programs. */
export function testingJson(): string {
  return JSON.stringify({ sections: TESTING_SECTIONS });
}

function renderSection(section: TestingSection): string {
  const { id, title, text } = section;
  return `<section id="${id}">
<h2><a href="#${id}">${escapeHtml(title)}</a></h2>
${text.map(paragraph).join('\n')}
${renderTable(section)}</section>`;
}

function renderTable({ param, rows }: TestingSection): string {
  if (param === null) return '';
  return `<table>
<thead><tr><th scope="col">${code(param)}</th><th scope="col">What happens</th></tr></thead>
<tbody>
${rows.map(renderRow).join('\n')}
</tbody>
</table>
`;
}

function renderRow(row: TestingRow): string {
  return `<tr><td>${row.values.map(code).join(' ')}</td><td>${inline(resultOf(row))}</td></tr>`;
}

function paragraph(text: string): string {
  return `<p>${inline(text)}</p>`;
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** Words in backquotes become code, `[words](#id)` a link within the page. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`|\[[^\]]+\]\(#[a-z_-]+\))/)
    .map((part) => {
      const [, words, id] = /^\[([^\]]+)\]\(#([a-z_-]+)\)$/.exec(part) ?? [];
      if (words !== undefined && id !== undefined) return `<a href="#${id}">${escapeHtml(words)}</a>`;
      return part.startsWith('`') && part.length > 1 ? code(part.slice(1, -1)) : escapeHtml(part);
    })
    .join('');
}
