export * from './commands';
export * from './connection.resource';
export * from './events';
