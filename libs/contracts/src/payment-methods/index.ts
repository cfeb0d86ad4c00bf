export * from './commands';
export * from './events';
export * from './offer.resource';
export * from './payment-method.resource';
export * from './save-payment-method.dto';
export * from './saved-instrument';
export * from './vpa-validation';
