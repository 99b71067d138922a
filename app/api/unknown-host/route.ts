import { AppError } from '#lib/errors.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'

export const dynamic = 'force-dynamic'

/** Where requests by a name that is not this site's end up (lib/session/known-host.ts). */
export function GET({ headers }: Request): Promise<Response> {
  return answerHttp(async () => {
    const host = (headers.get('host') ?? '').slice(0, 100)
    throw new AppError('POLICY_DENIED', {
      message: `This Guildhall is for this machine alone: it answers to localhost, not to “${host}”.`,
      suggestedAction: 'Whoever runs it can set NEXTAUTH_URL to the address that people type.',
    })
  })
}
