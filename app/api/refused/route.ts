import { AppError, HTTP_METHODS, wrongMethod } from '#lib/kernel/errors.ts'
import { httpResponse } from '#lib/protocols/http/responses/other-methods.ts'
import { isKnownHost } from '#lib/protocols/session/network/refuse-unknown-hosts.ts'

export const dynamic = 'force-dynamic'

/** Refuses a request with an unknown host name or method. */
function answer(request: Request): Promise<Response> {
  return httpResponse(async () => {
    const host = request.headers.get('host') ?? undefined
    if (isKnownHost(host)) {
      const method = new URL(request.url).searchParams.get('method') ?? ''
      throw wrongMethod(method, HTTP_METHODS)
    }
    throw new AppError('POLICY_DENIED', {
      message: `This server only accepts requests to localhost, not to “${host?.slice(0, 100)}”.`,
      suggestedAction: 'To allow other host names, set NEXTAUTH_URL to the public address of this site.',
    })
  })
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT }
