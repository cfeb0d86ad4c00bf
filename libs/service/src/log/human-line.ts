/** Fields that every line has and that a person at a terminal knows already. */
const HIDDEN = new Set(['level', 'time', 'msg', 'err', 'service']);

/** Controls of C0 and C1, the separators of lines and paragraphs, and what turns the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;
const BUT_LINE_FEEDS = /(?!\n)[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;
/** A line of a stack that is no frame: part of a message. */
const FOREIGN_LINE = /\n(?! +at )/g;

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
    .map(([name, value]) => `  ${text(name)}=${text(value)}`);
  const level = text(entry.level).toUpperCase().padEnd(5);
  return `${text(entry.time).slice(11, 23)} ${level} ${text(entry.service)}: ${text(entry.msg)}${fields.join('')}${stackOf(entry.err)}\n`;
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, message } = error as { stack?: unknown; message?: unknown };
  return `\n${printable(typeof stack === 'string' ? stack : String(message), BUT_LINE_FEEDS).replace(FOREIGN_LINE, '\n    | ')}`;
}

function text(value: unknown): string {
  if (value === undefined) return '';
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Texts of outside must neither write lines of their own nor move the cursor of a terminal. */
function printable(text: string, pattern = UNPRINTABLE): string {
  return text.replace(pattern, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
