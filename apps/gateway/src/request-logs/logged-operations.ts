/** The `operationId` of every route whose requests are logged, once its controller is loaded. */
export const LOGGED_OPERATIONS = new Set<string>();
