export * from './balance-transactions';
export * from './commands';
export * from './customer.dto';
export * from './customer.resource';
export * from './erased-customer';
export * from './events';
export * from './expanded';
export { UNRECOGNIZABLE } from './unrecognizable';
