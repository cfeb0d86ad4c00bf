export { answerDelivery, UnknownPartnerError } from './answer-delivery';
export { AnswerReader, MalformedAnswerError, parseAnswerList } from './answer-reader';
export { DeliveryRefusedError, type PartnerDelivery } from './delivery';
export { exactNumber } from './exact-json';
export { CallFailedError, PartnerHttp, type CallFailure, type PartnerHttpOptions, type PartnerReply } from './partner-http';
export { ComesWith, configRule, IsHttpsInProduction } from './partner-config';
export { asCode, RequestRefusedError } from './request-refused';
export { bodyId, checkSignature, checkWindow } from './signature';
export { watchPartner, type PartnerWatch } from './watch-partner';
