/** Provider token of the clock port: interfaces leave no trace at run time. */
export const CLOCK = Symbol('clock');
