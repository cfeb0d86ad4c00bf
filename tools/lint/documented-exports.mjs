/**
 * What leaves a file is read by people who do not open it: every exported function, class, interface and type alias
 * carries a doc comment (brief: style, section 4).
 */
const KINDS = new Set(['FunctionDeclaration', 'ClassDeclaration', 'TSDeclareFunction']);

export const documentedExports = {
  meta: { type: 'suggestion', schema: [], docs: { description: 'exported functions and classes carry a doc comment' } },
  create(context) {
    const isDocumented = (node) => {
      const first = node.declaration.decorators?.[0] ?? node;
      return [node, first].some((place) =>
        context.sourceCode.getCommentsBefore(place).some((comment) => comment.type === 'Block' && comment.value.startsWith('*')),
      );
    };
    return {
      ExportNamedDeclaration(node) {
        if (!node.declaration || !KINDS.has(node.declaration.type) || isDocumented(node)) return;
        context.report({ node: node.declaration.id, message: `${node.declaration.id.name} is exported and has no doc comment.` });
      },
    };
  },
};
