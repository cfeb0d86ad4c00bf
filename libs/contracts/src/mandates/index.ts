export * from './commands';
export * from './create-mandate.dto';
export * from './events';
export * from './mandate.resource';
export * from './references';
export * from './registration-payment';
export * from './words';
