export * from './commands';
export * from './words';
