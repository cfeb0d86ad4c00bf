import { declaredBy } from './declared-names.mjs';

/** Participles and pronouns: a reader has to look up what they stand for. */
const VAGUE_NAMES = new Set('found one asked known made own shown taken again given about kept wanted held told gone around seen said sent here there those these them other others both most least much more'.split(' ')); // prettier-ignore

/**
 * Clear names: a variable, a parameter or a binding is called by the thing that it holds. Properties, methods, functions and
 * imports are not looked at, so that the `given` of a test stays.
 */
export const clearNames = {
  meta: { type: 'suggestion', schema: [], docs: { description: 'variables say what they hold' } },
  create(context) {
    const check = (pattern) => {
      for (const identifier of declaredBy(pattern, true))
        if (VAGUE_NAMES.has(identifier.name))
          context.report({ node: identifier, message: `"${identifier.name}": say what it holds, in two or three words.` });
    };
    const checkParameters = (node) => node.params.forEach(check);
    return {
      VariableDeclarator: (node) => check(node.id),
      CatchClause: (node) => check(node.param),
      FunctionDeclaration: checkParameters,
      FunctionExpression: checkParameters,
      ArrowFunctionExpression: checkParameters,
      TSEmptyBodyFunctionExpression: checkParameters,
    };
  },
};
