import { ERRORS } from '#contracts';
import type { ErrorRow } from '#contracts';
import { escapeHtml, htmlPage } from './html';

/** The page that `doc_url` of every error points into: one section for each code with what to do, from the one table. */
export function renderErrorPage(): string {
  const rows: [string, ErrorRow][] = Object.entries(ERRORS);
  const sections = rows.map(([code, row]) => renderRow(code, row));
  return htmlPage(
    'Errors of the Hundi API',
    `<main>
<h1>Errors</h1>
<p>Branch on <code>type</code> and <code>code</code>, never on the message. Repeat a request only when
<code>retryable</code> is true, with the same <code>Idempotency-Key</code>. The <code>message</code> of an error says what is wrong, its
<code>hint</code> what to do: below is the hint of each code, which a more precise one may replace.</p>
${sections.join('\n')}
</main>`,
  );
}

function renderRow(code: string, row: ErrorRow): string {
  const retry = row.retryable ? ' · the same request may succeed later' : '';
  return `<section id="${escapeHtml(code)}">
<h2><a href="#${escapeHtml(code)}"><code>${escapeHtml(code)}</code></a></h2>
${row.hint === undefined ? '' : `<p>${escapeHtml(row.hint)}</p>`}
<p class="facts">HTTP ${row.status} · <code>${row.type}</code>${retry}</p>
</section>`;
}
