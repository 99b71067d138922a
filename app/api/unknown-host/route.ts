import { AppError } from '#lib/errors.ts'
import { httpResponse } from '#lib/http/responses/other-methods.ts'

export const dynamic = 'force-dynamic'

/** Target of requests with an unknown host name (lib/session/network/refuse-unknown-hosts.ts). */
function answer({ headers }: Request): Promise<Response> {
  return httpResponse(async () => {
    const host = (headers.get('host') ?? '').slice(0, 100)
    throw new AppError('POLICY_DENIED', {
      message: `This server only accepts requests to localhost, not to “${host}”.`,
      suggestedAction: 'To allow other host names, set NEXTAUTH_URL to the public address of this site.',
    })
  })
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT }
