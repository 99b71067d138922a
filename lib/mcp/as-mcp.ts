/**
 * What is refused outside a tool call is an error of the protocol. Floor 4.
 *
 * The SDK sends the message of whatever is thrown, so nothing may reach it but what a caller may see.
 */
import { ERRORS, type PublicError, toPublicError } from '../errors.ts'
import { logUnlessExpected } from '../protocol/log.ts'

/** As the SDK reads it: number and data from the fields, the sentence from `message`. */
class ProtocolError extends Error {
  readonly code: number
  readonly data: PublicError

  constructor(data: PublicError) {
    super(data.message)
    this.code = ERRORS[data.code].rpc ?? ERRORS.INTERNAL_ERROR.rpc
    this.data = data
  }
}

/** What `work` returns. What it throws becomes the table's number and sentence, with the whole error as data. */
export async function asMcp<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    throw new ProtocolError(toPublicError(thrown, logUnlessExpected(thrown)))
  }
}
