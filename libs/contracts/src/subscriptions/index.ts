export * from './commands';
export * from './events';
export * from './subscription.resource';
export * from './words';
