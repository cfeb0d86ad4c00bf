import { hashOf } from './place.ts';
import { momentText, prettyJson, relativeTime, wordText } from './format.ts';
import { html } from './html.ts';
import type { Html, Piece } from './html.ts';

/** What views need beside the objects. */
export interface ViewContext {
  /** Unix seconds. */
  now: number;
}

type Tone = 'good' | 'bad' | 'warn' | 'quiet';

const TONES: Readonly<Record<string, Tone>> = {
  enabled: 'good',
  succeeded: 'good',
  completed: 'good',
  closed: 'good',
  retrying: 'warn',
  half_open: 'warn',
  running: 'warn',
  queued: 'warn',
  exhausted: 'bad',
  expired: 'bad',
  failed: 'bad',
  open: 'bad',
};

/** A status as a colored word. The word is enough without the color. */
export function badge(word: string, shown = wordText(word)): Html {
  return html`<span class="badge ${TONES[word] ?? 'quiet'}">${shown}</span>`;
}

/** A time as people say it, exact on hover. @param at Unix seconds. */
export function time(at: number | null, { now }: ViewContext): Html {
  if (at === null) return html`<span class="faint">–</span>`;
  return html`<time title="${momentText(at)}">${relativeTime(at, now)}</time>`;
}

/** A time in full. @param at Unix seconds. */
export function moment(at: number | null): Html {
  return at === null ? html`<span class="faint">–</span>` : html`<time>${momentText(at)}</time>`;
}

/** A link inside the portal. */
export function link(path: readonly string[], shown: Piece): Html {
  return html`<a href="${hashOf(path)}">${shown}</a>`;
}

/** An id, a secret: something to copy. */
export function copyable(text: string): Html {
  return html`<span class="copyable"
    ><code>${text}</code
    ><button type="button" class="icon" data-action="copy" data-text="${text}" aria-label="Copy ${text}">Copy</button></span
  >`;
}

/** Names and values. */
export function facts(rows: readonly (readonly [string, Piece])[]): Html {
  return html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Text as it is, JSON laid out. */
export function codeBlock(text: string, label: string): Html {
  return html`<pre class="code" tabindex="0" role="region" aria-label="${label}"><code>${prettyJson(text)}</code></pre>`;
}

/** A button that does something to an object. */
export function button(action: string, shown: string, { id = '', kind = '' }: { id?: string; kind?: string } = {}): Html {
  return html`<button type="button" class="${kind}" data-action="${action}" data-id="${id}">${shown}</button>`;
}

/** Instead of an empty list. */
export function emptyState(title: string, more: Piece): Html {
  return html`<div class="empty">
    <h3>${title}</h3>
    <p>${more}</p>
  </div>`;
}

/** The way through a list that is longer than a page. */
export function pager(path: readonly string[], query: Readonly<Record<string, string>>, nextCursor: string | null): Html | null {
  const isFirst = query['cursor'] === undefined;
  if (isFirst && nextCursor === null) return null;
  const newest = isFirst ? null : html`<a class="button" href="${hashOf(path, { ...query, cursor: '' })}">Newest</a>`;
  const older = nextCursor === null ? null : html`<a class="button" href="${hashOf(path, { ...query, cursor: nextCursor })}">Older</a>`;
  return html`<nav class="pager" aria-label="Pages">${newest}${older}</nav>`;
}

/** A choice of one word. */
export function select(name: string, words: readonly (readonly [value: string, shown: string])[], chosen: string): Html {
  const options = words.map(([value, shown]) =>
    value === chosen ? html`<option value="${value}" selected>${shown}</option>` : html`<option value="${value}">${shown}</option>`,
  );
  return html`<select name="${name}" id="field-${name}">
    ${options}
  </select>`;
}

/** A field of a form with its name above and, below, what to know about it. */
export function field(name: string, label: string, { input, hint }: { input: Html; hint?: Piece }): Html {
  return html`<div class="field">
    <label for="field-${name}">${label}</label>${input}${hint === undefined ? null : html`<p class="hint">${hint}</p>`}
    <p class="problem" data-problem="${name}" role="alert"></p>
  </div>`;
}

/** An input of text. */
export function textInput(name: string, value: string, more: { type?: string; placeholder?: string; max?: number } = {}): Html {
  const { type = 'text', placeholder = '', max = 2_048 } = more;
  return html`<input
    id="field-${name}"
    name="${name}"
    type="${type}"
    value="${value}"
    placeholder="${placeholder}"
    maxlength="${max}"
    autocomplete="off"
    spellcheck="false"
  />`;
}
