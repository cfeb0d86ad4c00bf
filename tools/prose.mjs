// The sentences of a source file and of a page: what is written for people to read.
import ts from 'typescript';

const TEST_FUNCTIONS = new Set(['it', 'test', 'describe']);

/** Comments of a source file, each with the line that it begins on. */
export function commentsOf(tree) {
  const text = tree.text;
  const comments = new Map();
  const visit = (node) => {
    const ranges = [...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []), ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? [])]; // prettier-ignore
    for (const { pos, end } of ranges) comments.set(pos, { line: lineOf(tree, pos), text: text.slice(pos, end) });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return [...comments.values()];
}

/** Names of the tests of a source file, those of tables included. */
export function testNamesOf(tree) {
  const names = [];
  const visit = (node) => {
    const [name] = ts.isCallExpression(node) && isTestFunction(node.expression) ? node.arguments : [];
    if (name !== undefined && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name)))
      names.push({ line: lineOf(tree, name.getStart(tree)), text: name.getText(tree) });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

/** Lines of a page without its code. */
export function linesOfPage(page) {
  let isCode = false;
  return page.split('\n').flatMap((line, index) => {
    const isCodeMark = /^\s*```/.test(line);
    if (isCodeMark) isCode = !isCode;
    return isCode || isCodeMark ? [] : [{ line: index + 1, text: line.replace(/`[^`]*`/g, '') }];
  });
}

/** A test function, also with a modifier or a table: `describe.each(…)`. */
function isTestFunction(expression) {
  if (ts.isIdentifier(expression)) return TEST_FUNCTIONS.has(expression.text);
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)) return isTestFunction(expression.expression);
  return ts.isTaggedTemplateExpression(expression) && isTestFunction(expression.tag);
}

const lineOf = (tree, position) => tree.getLineAndCharacterOfPosition(position).line + 1;
