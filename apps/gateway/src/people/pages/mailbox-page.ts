import type { MailResource } from '#contracts';
import { escapeHtml } from '../../docs/html';
import { renderPage, type PageReader } from './page-frame';

/** What the page shows. */
export interface MailboxPage {
  /** The latest first. */
  mails: readonly MailResource[];
  reader: PageReader;
  /** Of this Hundi: links of mails begin with it. */
  publicUrl: string;
}

/** The mails of this Hundi, for operators. Links are copied and not opened here: they would sign in the operator as who they are for. */
export function renderMailboxPage({ mails, reader, publicUrl }: MailboxPage): string {
  const list = mails.map((mail, index) => sectionOf(mail, index, publicUrl)).join('\n');
  const body = `<header class="head"><h1>Mailbox</h1></header>
<p class="callout warn">Links work once, for the person that the mail is to. Copy them; opened here, they would be used here.</p>
${mails.length === 0 ? '<p>No mail within the last seven days.</p>' : list}`;
  return renderPage({ title: 'Mailbox', body, script: 'mailbox.js', reader });
}

function sectionOf({ to, subject, text, created_at: createdAt }: MailResource, index: number, publicUrl: string): string {
  const at = new Date(createdAt * 1_000).toISOString();
  return `<section class="panel"><h2>${escapeHtml(subject ?? 'Not readable any more')}</h2>
<p class="faint">To ${escapeHtml(to ?? 'nobody')}, <time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time></p>
<pre class="code">${linesOf(text ?? '', `link-${index}`, publicUrl)}</pre></section>`;
}

/** The text, in which the first link stands on a line of its own and gets a button. */
function linesOf(text: string, id: string, publicUrl: string): string {
  const lines = text.split('\n');
  const link = lines.findIndex((line) => line.startsWith(`${publicUrl}/dashboard/`));
  const withButton = (line: string): string =>
    `<span id="${id}">${line}</span> <button type="button" data-copies="${id}">Copy the link</button>`;
  return lines.map((line, index) => (index === link ? withButton(escapeHtml(line)) : escapeHtml(line))).join('\n');
}
