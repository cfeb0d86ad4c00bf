/** Topic of the stock request-reply; its answers go to `<topic>.reply`, as Nest's ClientKafka wants it. */
export const STOCK_TOPIC = 'bench.stock.payments.create';
