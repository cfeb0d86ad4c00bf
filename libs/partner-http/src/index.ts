export { answerDelivery, UnknownPartnerError, type DeliveryAnswer, type HandedDelivery } from './answer-delivery';
export { AnswerReader, MalformedAnswerError, parseAnswerList } from './answer-reader';
export { DeliveryRefusedError, type PartnerDelivery } from './delivery';
export { exactNumber, parseExactJson } from './exact-json';
export {
  CallFailedError,
  PartnerHttp,
  type CallFailure,
  type PartnerCall,
  type PartnerHttpOptions,
  type PartnerReply,
} from './partner-http';
export { ComesWith, configRule, IsHttpsInProduction } from './partner-config';
export { asCode, RequestRefusedError } from './request-refused';
export { bodyId, checkSignature, checkWindow } from './signature';
export { watchPartner, type PartnerMetrics, type PartnerName, type PartnerWatch } from './watch-partner';
