/** The source of command ids of operators. */
export const OPERATOR_RANDOM = Symbol('operator random');
