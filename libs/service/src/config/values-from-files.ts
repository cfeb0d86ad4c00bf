import { readFileSync } from 'node:fs';

type Environment = Record<string, string | undefined>;
type Content = { text: string } | { problem: string };

/** What the variables of one configuration are, and what is wrong with those that name files. */
export interface GivenValues {
  /** By variable; only what is set. */
  values: ReadonlyMap<string, string>;
  /** By variable: a sentence without any value. */
  problems: ReadonlyMap<string, string>;
}

/**
 * The one place through which every variable is read: `X` as it stands in the environment, or the content of the file that
 * `X_FILE` names, without the line end at its end. Both at once are a problem: one of them would be ignored. An empty value counts
 * as not set.
 */
export function givenValues(names: readonly string[], env: Environment): GivenValues {
  const values = new Map<string, string>();
  const problems = new Map<string, string>();
  for (const name of names) {
    const given = givenValue(name, env);
    if ('problem' in given) problems.set(name, given.problem);
    else if (given.text !== '') values.set(name, given.text);
  }
  return { values, problems };
}

/** An empty text where nothing is set. */
function givenValue(name: string, env: Environment): Content {
  const text = env[name]?.trim() ?? '';
  const file = env[`${name}_FILE`]?.trim() ?? '';
  if (file === '') return { text };
  if (text !== '') return { problem: `${name} and ${name}_FILE are both set: which one is meant?` };
  const content = contentOf(file);
  return 'problem' in content ? { problem: `${name}_FILE names a file that ${content.problem}` } : content;
}

function contentOf(path: string): Content {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return text.trim() === '' ? { problem: 'is empty' } : { text };
  } catch (error) {
    return { problem: `cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})` };
  }
}
