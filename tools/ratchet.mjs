// Old breaches of a check are listed in tools/ratchet/<check>.json as { file: { rule: count } }, and the list only shrinks: a breach that
// is not listed fails the check, and so does a listed one that has gone (`node tools/check-<check>.mjs --shrink` writes the smaller list).
import { readFileSync, writeFileSync } from 'node:fs';

/** Counts of each rule in each file, from breaches of the form { file, rule, text }. */
function countBreaches(breaches) {
  const counts = {};
  for (const { file, rule } of breaches) {
    counts[file] ??= {};
    counts[file][rule] = (counts[file][rule] ?? 0) + 1;
  }
  return counts;
}

/** Breaches above the listed count, and the list without those that have gone. */
export function compareWithList(listed, breaches) {
  const counts = countBreaches(breaches);
  const isListed = ({ file, rule }) => counts[file][rule] <= (listed[file]?.[rule] ?? 0);
  const smaller = {};
  for (const [file, rules] of Object.entries(listed)) {
    const left = Object.entries(rules).map(([rule, count]) => [rule, Math.min(count, counts[file]?.[rule] ?? 0)]);
    const kept = left.filter(([, count]) => count > 0);
    if (kept.length > 0) smaller[file] = Object.fromEntries(kept);
  }
  return { added: breaches.filter((breach) => !isListed(breach)), smaller };
}

/** Prints the breaches that are not listed and fails the program on them, and on a list that can be smaller. */
export function checkAgainstList(check, breaches) {
  const file = new URL(`./ratchet/${check}.json`, import.meta.url);
  const listed = JSON.parse(readFileSync(file, 'utf8'));
  const { added, smaller } = compareWithList(listed, breaches);
  for (const { text } of added) console.log(text);
  if (added.length > 0) process.exitCode = 1;
  if (JSON.stringify(smaller) === JSON.stringify(listed)) return;
  if (process.argv.includes('--shrink')) {
    writeFileSync(file, `${JSON.stringify(smaller, null, 2)}\n`);
    console.log(`The list of old breaches is shorter now: ${check}.`);
  } else {
    console.log(`Listed breaches have gone. Run \`node tools/check-${check}.mjs --shrink\` to shorten the list.`);
    process.exitCode = 1;
  }
}
