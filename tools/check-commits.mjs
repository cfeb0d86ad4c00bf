// Subjects of the commits since this program came: at most 72 characters, in the words of tools/words.mjs. A clone without history has
// none to look at.
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { findProseWordsIn } from './check-words.mjs';

const LENGTH_MAX = 72;

/** The problems of a subject. */
export function problemsOf(subject) {
  const long = subject.length > LENGTH_MAX ? [`${subject.length} characters, at most ${LENGTH_MAX}`] : [];
  return [...long, ...findProseWordsIn(subject).map(({ word, instead }) => `"${word}": ${instead}`)];
}

const git = (...parameters) => execFileSync('git', parameters, { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 }).trim();

if (process.argv[1] === import.meta.filename) {
  const began = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `tools/${basename(import.meta.filename)}`);
  const subjects = began === '' ? [] : git('log', '--no-merges', '--format=%h %s', `${began}..HEAD`).split('\n');
  for (const line of subjects.filter(Boolean)) {
    const [commit, subject] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
    for (const problem of problemsOf(subject)) {
      console.log(`${commit}  ${subject}  ${problem}`);
      process.exitCode = 1;
    }
  }
}
