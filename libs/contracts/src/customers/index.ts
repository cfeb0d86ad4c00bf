export * from './commands';
export * from './customer.dto';
export * from './customer-payloads';
export * from './customer.resource';
export * from './events';
