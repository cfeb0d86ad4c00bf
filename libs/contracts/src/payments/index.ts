export * from './commands';
export * from './create-payment.dto';
export * from './create-payment-payload';
export * from './events';
export type { ConstraintContext } from './judged';
export * from './payment-method';
export * from './payment-parts.dto';
export * from './payment.resource';
export * from './validate-create-payment';
