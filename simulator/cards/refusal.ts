/** What an error object of the wire may say beside its type. */
export type RefusalDetails = {
  code?: string
  decline_code?: string
  message: string
  param?: string
  charge?: string
  payment_intent?: object
  setup_intent?: object
  payment_method?: object
}

/** A call that the gateway refuses, as Stripe's error object says it (docs.stripe.com/api/errors). */
export class CardsRefusal extends Error {
  readonly status: number
  readonly type: string
  readonly details: RefusalDetails
  constructor(status: number, type: string, details: RefusalDetails) {
    super(details.message)
    this.status = status
    this.type = type
    this.details = details
  }
}

/** 400: what was asked for makes no sense. */
export function refuseRequest(message: string, param?: string, code?: string): CardsRefusal {
  return new CardsRefusal(400, 'invalid_request_error', {
    message,
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  })
}

/** 404: no such object; its id is named, since ids say nothing. */
export function refuseMissing(kind: string, id: string, param = 'id'): CardsRefusal {
  return new CardsRefusal(404, 'invalid_request_error', {
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}

/**
 * 402: the card said no. Unlike every other refusal it is an outcome: what it changed stays, and the same key
 * hears it again.
 */
export function refuseCard(details: RefusalDetails): CardsRefusal {
  return new CardsRefusal(402, 'card_error', details)
}

/** The body of a refusal on the wire. */
export function writeRefusal(refusal: CardsRefusal): object {
  return { error: { type: refusal.type, ...refusal.details } }
}
