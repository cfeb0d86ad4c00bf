import { declaredBy } from './declared-names.mjs';

/**
 * Plain names: a name says the job. These words say nothing, so they are not allowed as a part of a name
 * that we give ourselves: classes, functions, types, variables, parameters, members.
 */
const EMPTY_WORDS = new Set(['manager', 'helper', 'helpers', 'util', 'utils', 'common', 'impl', 'data', 'info']);

/** Words whose meaning is fixed elsewhere: the envelope field, its type, the words of the API, of TypeORM and of Postgres. */
const FIXED = [
  /^info$/, // the log level
  /^userData$/, // the word of the Kafka protocol
  /personal_?data/i, // the word of the law
  /data_?keys?(_?[A-Z0-9]|$)/i, // the word of envelope encryption
  /^data$/,
  /^(price|product)_data$/, // the words of Stripe
  /^TData$/,
  /^(hundi)?dataDir(ectory)?$/i,
  /DataSource$/i,
  /DataView/,
  /databaseUrl/i,
  /^baseUrl$/i,
  /^publicBaseUrl$/,
  /^base62|base64/i,
];

/** Short forms a reader has to guess. Only id, db, dto, http, url, env and ctx are allowed. */
const SHORT_FORMS = new Set(['cfg', 'req', 'res', 'cb', 'fn', 'idx', 'tmp', 'val', 'str', 'num', 'obj', 'arr', 'evt', 'cmd', 'svc', 'mgr', 'msg', 'conn', 'addr', 'amt', 'qty', 'cnt', 'buf', 'btn', 'usr', 'pwd', 'opts', 'cust', 'txn', 'srv']); // prettier-ignore

const wordsOf = (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[\s_$]+/).map((word) => word.toLowerCase()); // prettier-ignore

function problemOf(name, role) {
  if (FIXED.some((pattern) => pattern.test(name))) return undefined;
  const words = wordsOf(name);
  const empty = words.find((word) => EMPTY_WORDS.has(word) || (word === 'base' && role === 'type'));
  if (empty) return `"${name}": "${empty}" says nothing about the job.`;
  const short = role === 'member' ? undefined : words.find((word) => SHORT_FORMS.has(word));
  if (short) return `"${name}": write "${short}" out.`;
  if (role === 'type' && /^I[A-Z][a-z]/.test(name)) return `"${name}": name the thing, without an I before it.`;
  if (role === 'function' && (name === 'handle' || name === 'process')) return `"${name}": say what it takes.`;
  return undefined;
}

const isFunction = (node) => node && ['ArrowFunctionExpression', 'FunctionExpression', 'TSEmptyBodyFunctionExpression'].includes(node.type);

export const plainNames = {
  meta: { type: 'suggestion', schema: [], docs: { description: 'names say the job' } },
  create(context) {
    const check = (identifier, role) => {
      const message =
        identifier?.type === 'Identifier' || identifier?.type === 'PrivateIdentifier' ? problemOf(identifier.name, role) : undefined;
      if (message) context.report({ node: identifier, message });
    };
    const checkParameters = (node) =>
      node.params.forEach((parameter) => [...declaredBy(parameter, false)].forEach((id) => check(id, 'variable')));
    const member = (node) => node.computed || check(node.key, isFunction(node.value) ? 'function' : 'member');
    return {
      FunctionDeclaration: (node) => (check(node.id, 'function'), checkParameters(node)),
      FunctionExpression: checkParameters,
      ArrowFunctionExpression: checkParameters,
      ClassDeclaration: (node) => check(node.id, 'type'),
      TSInterfaceDeclaration: (node) => check(node.id, 'type'),
      TSTypeAliasDeclaration: (node) => check(node.id, 'type'),
      TSEnumDeclaration: (node) => check(node.id, 'type'),
      VariableDeclarator: (node) =>
        [...declaredBy(node.id, false)].forEach((id) => check(id, isFunction(node.init) ? 'function' : 'variable')),
      PropertyDefinition: member,
      MethodDefinition: member,
      TSPropertySignature: (node) => node.computed || check(node.key, 'member'),
      TSMethodSignature: (node) => node.computed || check(node.key, 'function'),
    };
  },
};
