export * from './api-key.dto';
export * from './api-key.resource';
export * from './commands';
export * from './events';
