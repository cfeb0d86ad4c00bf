import { escapeHtml } from '../../docs/html';

/** One field of a form. */
export interface Field {
  /** Of the API; also its id on the page, unless `id` says another. */
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  /** What a browser may fill in (WHATWG HTML, autofill). */
  autocomplete: string;
  id?: string;
  hint?: string;
  isOptional?: true;
}

const WITH_ADDRESS: Field = { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' };

/** A field with its label, and a place for what is wrong with it. */
export function field({ name, label, type = 'text', autocomplete, id = name, hint, isOptional }: Field): string {
  const described = [...(hint === undefined ? [] : [`${id}-hint`]), `${id}-problem`].join(' ');
  const required = isOptional === true ? '' : ' required';
  const about = hint === undefined ? '' : `<p class="hint" id="${id}-hint">${escapeHtml(hint)}</p>`;
  return `<div class="field"><label for="${id}">${escapeHtml(label)}</label>
<input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false" aria-describedby="${described}"${required}>
${about}<p class="problem" id="${id}-problem" data-problem-of="${name}"></p></div>`;
}

/** Who it is, by which they sign in. */
export function emailField(): string {
  return field(WITH_ADDRESS);
}

/** How a person is called. */
export function nameField(): string {
  return field({ name: 'name', label: 'Your name', autocomplete: 'name' });
}

/** The password that a person has. */
export function passwordField(): string {
  return `${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}`;
}

/** A password that is chosen here: it can be pasted, looked at, and made of words that nobody guesses. @param optional where it may be hidden. */
export function newPasswordField(optional?: 'optional'): string {
  const hint = '15 to 256 characters of any kind, spaces too. Some words that do not belong together are good.';
  return `${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint, ...(optional && { isOptional: true }) })}
<p class="actions"><button type="button" id="reveal" aria-pressed="false" aria-controls="password">Show</button>
<button type="button" id="phrase">Offer five words</button></p>`;
}

/** Where a form says what is in its way: it is read out, and gets the focus. */
export function problemPlace(): string {
  return '<p class="problem" role="alert" tabindex="-1"></p>';
}

/** The button that sends a form. @param more HTML of further buttons. */
export function submitRow(label: string, more = ''): string {
  return `<div class="actions end">${more}<button type="submit" class="primary">${escapeHtml(label)}</button></div>`;
}

/** What a form of one step is about. */
export interface SimpleForm {
  title: string;
  /** HTML under the title. */
  intro?: string;
  /** HTML. */
  fields: string;
  submit: string;
  /** Where its fields go, below /dashboard/api. */
  path: string;
  /** Whether what stands behind `#` in the address goes with it, as `token`. */
  takesToken?: true;
  /** Where it leads to when all is well; without one, `done` is shown. */
  next?: string;
  /** HTML. */
  done?: string;
  /** HTML below the button. */
  more?: string;
}

/** A form of one step, as `form-page.ts` sends it. */
export function simpleForm({ title, intro = '', fields, submit, more = '', done = '', ...sent }: SimpleForm): string {
  const token = sent.takesToken === true ? ' data-takes-token' : '';
  const next = sent.next === undefined ? '' : ` data-next="${escapeHtml(sent.next)}"`;
  return `<div class="sign-in">
<form class="panel" id="form" data-path="${escapeHtml(sent.path)}"${token}${next}>
<h1>${escapeHtml(title)}</h1>
${intro}
${fields}
${problemPlace()}
${submitRow(submit)}
${more}
</form>
<section class="panel" id="done" hidden><h1 tabindex="-1">${escapeHtml(title)}</h1>${done}</section>
</div>`;
}
