/** The clock of the process, for controllers. */
export const CLOCK_TOKEN = Symbol('clock');
