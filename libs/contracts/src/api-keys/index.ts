export * from './api-key.resource';
export * from './commands';
export * from './events';
