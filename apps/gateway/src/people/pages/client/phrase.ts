import { part } from './browser.ts';

const WORDS_IN_PHRASE = 5;

/** Words that were drawn, each as likely as any other. @param random fills with random numbers. */
export function phraseOf(words: readonly string[], random: (numbers: Uint32Array<ArrayBuffer>) => Uint32Array): string {
  // The largest multiple of their number: what lies above it would make the first words likelier.
  const end = Math.floor(2 ** 32 / words.length) * words.length;
  const drawn: string[] = [];
  while (drawn.length < WORDS_IN_PHRASE) {
    const [number = 0] = random(new Uint32Array(1));
    if (number < end) drawn.push(words[number % words.length] ?? '');
  }
  return drawn.join(' ');
}

/** The two buttons beside a password that is chosen: one shows it, one offers five words. */
export function helpWithPassword(): void {
  const input = part<HTMLInputElement>('password');
  const reveal = part<HTMLButtonElement>('reveal');
  const show = (isShown: boolean): void => {
    input.type = isShown ? 'text' : 'password';
    reveal.setAttribute('aria-pressed', String(isShown));
    reveal.textContent = isShown ? 'Hide' : 'Show';
  };
  reveal.addEventListener('click', () => show(input.type === 'password'));
  part('phrase').addEventListener('click', () => {
    // A list of 60 KB, for those who ask.
    void import('./words.js').then(({ WORDS }) => {
      input.value = phraseOf(WORDS, (numbers) => crypto.getRandomValues(numbers));
      show(true);
      input.focus();
    });
  });
}
