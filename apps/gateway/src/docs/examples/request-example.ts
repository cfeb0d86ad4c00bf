/** One body of a request, with what it is for. */
export interface RequestExample {
  summary: string;
  value: object;
}
