/** Additional fields of an error object on the wire. */
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

/** A refused call, in the format of Stripe's error object (docs.stripe.com/api/errors). */
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

/** 400: an invalid request. */
export function refuseRequest(message: string, param?: string, code?: string): CardsRefusal {
  return new CardsRefusal(400, 'invalid_request_error', {
    message,
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  })
}

/** 404: no such object; its id is included, since ids reveal nothing. */
export function refuseMissing(kind: string, id: string, param = 'id'): CardsRefusal {
  return new CardsRefusal(404, 'invalid_request_error', {
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}

/**
 * 402: the card was declined. Unlike every other refusal it is an outcome: its effects stay, and the same key
 * gets it again.
 */
export function refuseCard(details: RefusalDetails): CardsRefusal {
  return new CardsRefusal(402, 'card_error', details)
}

/** The body of a refusal on the wire. */
export function writeRefusal(refusal: CardsRefusal): object {
  return { error: { type: refusal.type, ...refusal.details } }
}
