export { appendQuery, isDigits, isInteger, isListOf, isShard, isText, parseQuery, type QueryRules } from './internal-query';
export * from './list-cursor';
export * from './list-envelope';
export * from './list-query';
export * from './object-query';
