/** Fields that every line has and that a person at a terminal knows already. */
const HIDDEN = new Set(['level', 'time', 'msg', 'err', 'service']);

/** Turns a JSON log line into `12:00:00.000 WARN payments: message  field=value`, with the stack of an error below. */
export function humanLine(line: string): string {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const fields = Object.entries(entry)
    .filter(([name]) => !HIDDEN.has(name))
    .map(([name, value]) => `  ${name}=${text(value)}`);
  const level = text(entry.level).toUpperCase().padEnd(5);
  return `${text(entry.time).slice(11, 23)} ${level} ${text(entry.service)}: ${text(entry.msg)}${fields.join('')}${stackOf(entry.err)}\n`;
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, message } = error as { stack?: unknown; message?: unknown };
  return `\n${typeof stack === 'string' ? stack : String(message)}`;
}

function text(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
