export function wordsOf(name: string): string[];
export function findWords(file: string, source: string): string[];
