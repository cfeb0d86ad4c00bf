export * from './commands';
export * from './create-refund.dto';
export * from './events';
export * from './expanded';
export * from './refund-failures';
export * from './refund.resource';
export * from './simulate-refund.dto';
export * from './update-refund.dto';
