import { part } from './browser.ts';
import { copies } from './copy.ts';

for (const button of document.querySelectorAll<HTMLElement>('[data-copies]')) copies(button, part(button.dataset['copies'] ?? ''));
