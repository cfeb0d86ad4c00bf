export * from './commands';
export * from './create-invoice.dto';
export * from './events';
export * from './invoice.resource';
export * from './words';
