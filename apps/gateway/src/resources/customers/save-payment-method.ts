import { instrumentOf, savedInstrumentOf, type FieldProblem, type SavedInstrument, type SavePaymentMethodDto } from '#contracts';
import { validateInstrument } from '../payments/validate-instrument';

/** The rules that span fields or depend on the mode. */
export function validateSavePaymentMethod(dto: SavePaymentMethodDto, { livemode }: { livemode: boolean }): FieldProblem[] {
  const { card, upi } = dto;
  if (Boolean(card) === Boolean(upi)) {
    const code = card ? 'parameters_exclusive' : 'parameter_missing';
    return [{ param: 'card', code, message: 'Send one of card and upi.', ...(!card && { reason: 'required' }) }];
  }
  if (card) {
    const problems = validateInstrument({ payment_method: 'card', card }, { livemode });
    if (problems.length > 0 || card.number) return problems;
    return [{ param: 'card.number', code: 'parameter_missing', message: 'is required.', reason: 'required' }];
  }
  if (livemode) return [{ param: 'upi', code: 'upi_collect_not_allowed', message: 'UPI addresses are saved in test mode only.' }];
  return upi?.vpa ? [] : [{ param: 'upi.vpa', code: 'parameter_missing', message: 'is required.', reason: 'required' }];
}

/** What is kept of a body that passed both. A raw sandbox card number ends here. */
export function toSavedInstrument({ card, upi }: SavePaymentMethodDto, livemode: boolean): SavedInstrument {
  // A security code is not kept, so a wrong one does not change which card it is.
  const instrument = instrumentOf(
    card ? { payment_method: 'card', card: { ...card, cvv: null } } : { payment_method: 'upi', upi },
    livemode,
  );
  const saved = instrument && savedInstrumentOf(instrument);
  if (!saved) throw new Error('the body was not validated');
  return saved;
}
