export function problemsOf(subject: string): string[];
