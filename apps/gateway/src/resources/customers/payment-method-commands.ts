import { SavePaymentMethodDto } from '#contracts';
import { writeRoute } from '../../commands/write-route';
import { toSavedInstrument, validateSavePaymentMethod } from './save-payment-method';

/** What each command on saved payment methods reads from its request, and what it sends to the service. */
export const PAYMENT_METHOD_COMMANDS = {
  save: writeRoute({
    resource: 'paymentMethod',
    command: 'customers.attach_payment_method',
    creates: true,
    body: SavePaymentMethodDto,
    // The customer decides: it knows how many there are already.
    stream: { kind: 'customer', param: 'id', idOf: (_dto, { params }) => params.id ?? '' },
    validate: validateSavePaymentMethod,
    payload: (dto, { objectId, livemode }) => ({ paymentMethodId: objectId, instrument: toSavedInstrument(dto, livemode) }),
    locationOf: (id, { params }) => `/v1/customers/${params.id}/payment_methods/${id}`,
  }),
  remove: writeRoute({
    resource: 'paymentMethod',
    command: 'payment_methods.detach',
    creates: false,
    idParam: 'pm_id',
    payload: (_dto, { params }) => ({ customerId: params.id ?? '' }),
  }),
};
