export function wordsOf(name: string): string[];
export function findWords(file: string, source: string): string[];
export function findProseWords(file: string, source: string): { file: string; rule: string; text: string }[];
