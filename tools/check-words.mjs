// Refuses the words of tools/words.mjs in identifiers, names of files and folders, SQL, metrics and log messages, and those of its
// PROSE_WORDS in comments, pages and test names. Prints `file:line` with the word and what the field calls it, and ends with 1 when there
// is one that tools/ratchet/words.json does not list.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { commentsOf, linesOfPage, testNamesOf } from './prose.mjs';
import { checkAgainstList } from './ratchet.mjs';
import { ALLOWED_WORDS, PROSE_WORDS, REPLACED_WORDS } from './words.mjs';

const PHRASES = Object.entries(REPLACED_WORDS).map(([phrase, instead]) => ({ phrase, parts: phrase.split(' '), instead }));
/** This file holds the words themselves. */
const UNCHECKED = /^tools\/words\.mjs$/;
/** Small letters only where no sentence begins so: test names begin with "with", too. */
const SQL = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|GRANT|COMMENT|LOCK)\b|^\s*(select .* from|insert into|delete from) /;
const METRIC = /^hundi_[a-z_]+$/;
/** The words of prose, plurals and third persons included. */
const PROSE = new RegExp(`\\b(${Object.keys(PROSE_WORDS).join('|')})(s?)\\b`, 'gi');
const LOG_LEVELS = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

/** `hundi_laneCount-max` → hundi, lane, count, max. */
export function wordsOf(name) {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
  return spaced.toLowerCase().split(/[^a-z]+/).filter(Boolean); // prettier-ignore
}

/** The refused phrases in a name or a text, each once. */
function refusedIn(text, file = '') {
  const words = wordsOf(text);
  const isAt = (parts, index) => parts.every((part, offset) => words[index + offset] === part || words[index + offset] === `${part}s`);
  return PHRASES.filter(({ phrase, parts }) => words.some((_, index) => isAt(parts, index)) && !isAllowed(phrase, text, file));
}

const isAllowed = (phrase, text, file) =>
  ALLOWED_WORDS.some(({ word, path, name }) => word === phrase && (path?.test(file) ?? true) && (name?.test(text) ?? true));

const parse = (file, source) => ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);

/** Every breach in one source file. */
export function findWords(file, source, tree = parse(file, source)) {
  const breaches = [];
  const visit = (node) => {
    for (const { phrase, instead } of refusedIn(checkedText(node), file)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
      breaches.push(`${file}:${line}  "${phrase}": ${instead}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return breaches;
}

/** What of a node is checked: its name, or its text when it is SQL, a metric or a log message. */
function checkedText(node) {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return node.text;
  if (ts.isTemplateExpression(node)) return SQL.test(node.head.text) || isLogMessage(node) ? textOf(node) : '';
  if (!ts.isStringLiteralLike(node)) return '';
  return METRIC.test(node.text) || SQL.test(node.text) || isLogMessage(node) ? node.text : '';
}

const textOf = (node) => [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' x ');

function isLogMessage(node) {
  const { parent } = node;
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false;
  const { expression, name } = parent.expression;
  return LOG_LEVELS.has(name.text) && /logger|log$|console/.test(expression.getText());
}

/** The words of PROSE_WORDS in a sentence, with what to write instead. */
export function findProseWordsIn(text) {
  return [...text.matchAll(PROSE)].map(([, match]) => ({ word: match.toLowerCase(), instead: PROSE_WORDS[match.toLowerCase()] }));
}

const proseBreachesIn = (file, sentences) =>
  sentences.flatMap(({ line, text }) =>
    findProseWordsIn(text).map(({ word, instead }) => ({ file, rule: word, text: `${file}:${line}  "${word}": ${instead}` })),
  );

/** Breaches in the sentences of a source file or a page. */
export function findProseWords(file, source, tree) {
  if (file.endsWith('.md')) return proseBreachesIn(file, linesOfPage(source));
  tree ??= parse(file, source);
  return proseBreachesIn(file, [...commentsOf(tree), ...testNamesOf(tree)]);
}

const isPage = (file) =>
  /^(docs\/.*|examples\/.*|bench\/.*|README|CONTRIBUTING|SECURITY|CHANGELOG)(\.md)?$/.test(file) && file.endsWith('.md');

if (process.argv[1] === import.meta.filename) {
  const listing = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  const files = listing.split('\n').filter((file) => file !== '' && !UNCHECKED.test(file));
  const named = files.flatMap((file) => refusedIn(file, file).map(({ phrase, instead }) => `${file}  "${phrase}": ${instead}`));
  const breaches = [...named];
  const proseBreaches = files.filter(isPage).flatMap((file) => findProseWords(file, readFileSync(file, 'utf8')));
  for (const file of files.filter((name) => /\.(ts|mjs|cjs)$/.test(name))) {
    const source = readFileSync(file, 'utf8');
    const tree = parse(file, source);
    breaches.push(...findWords(file, source, tree));
    proseBreaches.push(...findProseWords(file, source, tree));
  }
  for (const breach of breaches) console.log(breach);
  if (breaches.length > 0) process.exitCode = 1;
  checkAgainstList('words', proseBreaches);
}
