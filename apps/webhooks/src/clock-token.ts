/** The clock of the process, for controllers: interfaces leave no trace at run time. */
export const CLOCK = Symbol('clock');
