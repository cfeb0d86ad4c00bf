import { Refusal } from './api.ts';

/** What a person has typed in, by the names of the fields. */
export type Values = Readonly<Record<string, string>>;

/** Sends a form by `work`, and shows what stands in its way. */
export function onSubmit(form: HTMLFormElement, work: (values: Values) => Promise<void>): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = Object.fromEntries([...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
    void attempt(form, () => work(values));
  });
}

/** Does something by a button, and shows what stands in its way in the section or form around it. */
export function onPress(button: HTMLElement, work: () => Promise<void>): void {
  const place = button.closest<HTMLElement>('form, section, dialog');
  if (place === null) throw new Error('a button without a place for problems');
  button.addEventListener('click', () => void attempt(place, work));
}

async function attempt(place: HTMLElement, work: () => Promise<void>): Promise<void> {
  clearProblems(place);
  const buttons = [...place.querySelectorAll('button')].filter(({ disabled }) => !disabled);
  for (const button of buttons) button.disabled = true;
  try {
    await work();
  } catch (error) {
    // Before the focus moves: what is disabled does not get it.
    for (const button of buttons) button.disabled = false;
    showProblem(place, error);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

/** Says beside the field what is wrong with it, or else below the form; the focus goes there. */
export function showProblem(place: HTMLElement, error: unknown): void {
  if (!(error instanceof Refusal)) reportError(error);
  const { message, problems } = error instanceof Refusal ? error : new Refusal('fault', 'That did not work. Load the page again.');
  const fields = Object.entries(problems).flatMap(([name, sentence]) => {
    const input = place.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
    const text = place.querySelector(`[data-problem-of="${CSS.escape(name)}"]`);
    return input === null || text === null ? [] : [{ input, text, sentence }];
  });
  for (const { input, text, sentence } of fields) {
    input.setAttribute('aria-invalid', 'true');
    text.textContent = sentence;
  }
  const [first] = fields;
  if (first !== undefined) return first.input.focus();
  const alert = place.querySelector<HTMLElement>('[role="alert"]');
  if (alert !== null) alert.textContent = message;
  alert?.focus();
}

function clearProblems(place: HTMLElement): void {
  for (const problem of place.querySelectorAll('.problem')) problem.textContent = '';
  for (const input of place.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
}
