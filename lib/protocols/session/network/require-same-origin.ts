import { AppError } from '../../../kernel/errors.ts'

/**
 * Protects cookies on /api, as Next protects those of server actions. Throws POLICY_DENIED. A client without `Origin`
 * and `Sec-Fetch-Site` has no cookies to misuse.
 */
export function requireSameOrigin(request: Request): void {
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const fromElsewhere = site !== null && site !== 'same-origin' && site !== 'none'
  if (!fromElsewhere && (origin === null || hostOf(origin) === hostAsked(headers))) return
  throw new AppError('POLICY_DENIED', { message: 'This request must come from a page of this site.' })
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

/** Returns the host that was asked. Scripts of other sites cannot set these headers. */
function hostAsked(headers: Headers): string | null {
  return headers.get('x-forwarded-host') ?? headers.get('host')
}
