export * from './commands';
export * from './create-debit.dto';
export * from './debit.resource';
export * from './events';
export * from './words';
