import { element, report } from './browser.ts';

/** Lets a button copy the text of an element; where the browser does not let pages copy, the text is selected. */
export function copies(button: HTMLElement, source: HTMLElement): void {
  button.addEventListener('click', () => void copy(source));
}

async function copy(source: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(source.textContent ?? '');
    report('Copied.');
  } catch {
    getSelection()?.selectAllChildren(source);
    report('Selected: copy it with the keyboard.');
  }
}

/** A text that is shown once, with a button that copies it. */
export function secretText(label: string, text: string): HTMLElement {
  const code = element('code', {}, text);
  const button = element('button', { type: 'button' }, 'Copy');
  copies(button, code);
  return element('p', {}, `${label} `, code, ' ', button);
}

/** In place of what was shown there before. Begins reading there. */
export function showOnce(place: HTMLElement, ...content: readonly HTMLElement[]): void {
  for (const old of place.querySelectorAll('[data-once]')) old.remove();
  place.append(element('div', { 'data-once': '', tabindex: '-1' }, ...content));
  place.hidden = false;
  place.querySelector<HTMLElement>('[data-once]')?.focus();
}
