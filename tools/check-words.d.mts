export function wordsOf(name: string): string[];
export function refusedIn(text: string, file?: string): { phrase: string; instead: string }[];
export function findWords(file: string, source: string): string[];
