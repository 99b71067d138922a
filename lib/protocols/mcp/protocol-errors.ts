import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { ERRORS, type ErrorCode, toPublicError } from '../../kernel/errors.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'

type ErrorOptions = { codes?: Partial<Record<ErrorCode, number>>; data?: object }

/** The SDK sends any error's message, so only public ones may reach it. `codes` overrides numbers. */
export async function withProtocolErrors<Result>(
  work: () => Promise<Result>,
  { codes = {}, data }: ErrorOptions = {},
): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    const error = toPublicError(thrown, logUnlessExpected(thrown))
    const code = codes[error.code] ?? ERRORS[error.code].rpc ?? ERRORS.INTERNAL_ERROR.rpc
    throw new ProtocolError(code, error.message, { ...error, ...data })
  }
}

/** What is not at an address is an invalid parameter (MCP, Resources, Error handling). */
export function notFoundAsInvalid(uri: string): ErrorOptions {
  return { codes: { NOT_FOUND: ProtocolErrorCode.InvalidParams }, data: { uri } }
}
