export * from './commands';
export * from './create-invoice.dto';
export * from './events';
export * from './invoice.resource';
export * from './settle-invoice.dto';
export * from './words';
