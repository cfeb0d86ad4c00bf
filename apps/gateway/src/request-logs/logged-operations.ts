/** The `operationId` of every route whose requests are logged → its handler, once its controller is loaded. */
export const LOGGED_OPERATIONS = new Map<string, object>();
