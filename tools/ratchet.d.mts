export interface Breach {
  file: string;
  rule: string;
  text: string;
}

type Counts = Record<string, Record<string, number>>;

export function compareWithList(listed: Counts, breaches: readonly Breach[]): { added: Breach[]; smaller: Counts };
