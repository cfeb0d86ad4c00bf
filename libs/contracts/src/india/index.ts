export * from './bank-names';
export * from './banks';
export * from './cards';
export * from './failure-reasons';
export * from './gst-states';
export * from './phone';
export * from './vpa';
export * from './ist-date';
