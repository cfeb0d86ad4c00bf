export * from './bank-names';
export * from './banks';
export * from './cards';
export * from './failure-reasons';
export * from './phone';
export * from './upi-link';
export * from './vpa';
