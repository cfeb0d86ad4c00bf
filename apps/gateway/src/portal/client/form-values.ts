/** What a form says, by the names of its fields; a field of several ticks has several values. */
export type FormValues = Readonly<Record<string, readonly string[]>>;

/** The one value of a field, without blanks around it; empty when it is not there. */
export function valueOf(values: FormValues, name: string): string {
  return (values[name]?.[0] ?? '').trim();
}

/** A number as the API takes it; null, which means the default, for an empty field. What is no number goes as it is, to be refused. */
function numberOf(values: FormValues, name: string): number | string | null {
  const text = valueOf(values, name);
  if (text === '') return null;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

/** The body that creates or changes an endpoint. */
export function endpointBody(values: FormValues): Record<string, unknown> {
  return {
    url: valueOf(values, 'url'),
    description: valueOf(values, 'description') || null,
    enabled_events: eventsOf(values['enabled_events'] ?? []),
    ordering: valueOf(values, 'ordering') || null,
    signing: valueOf(values, 'signing') || null,
    timeout_ms: numberOf(values, 'timeout_ms'),
    max_in_flight: numberOf(values, 'max_in_flight'),
    rate_per_second: numberOf(values, 'rate_per_second'),
  };
}

/** Ticks of one type that a ticked pattern holds anyway are left out, unless they are asked for beside `*`: it leaves noisy ones out. */
function eventsOf(ticked: readonly string[]): string[] {
  const prefixes = ticked.filter((filter) => filter.endsWith('.*')).map((filter) => filter.slice(0, -1));
  return ticked.filter((filter) => filter.endsWith('*') || !prefixes.some((prefix) => filter.startsWith(prefix)));
}

/** The body of a replay. @param secondsOf reads what an input of a time says, in Unix seconds. */
export function replayBody(values: FormValues, secondsOf: (input: string) => number): Record<string, unknown> {
  const [since, until, type] = [valueOf(values, 'since'), valueOf(values, 'until'), valueOf(values, 'types')];
  return {
    since: since === '' ? undefined : secondsOf(since),
    until: until === '' ? null : secondsOf(until),
    include: valueOf(values, 'include'),
    types: type === '' ? null : [type],
    resource_id: valueOf(values, 'resource_id') || null,
  };
}
