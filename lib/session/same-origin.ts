/**
 * The guard of /api routes that act on a cookie: only our own pages may call them. Floor 4.
 *
 * Server actions have Next's own check; route handlers have none.
 */
import { AppError } from '../errors.ts'

/**
 * Throws POLICY_DENIED for a request that another site's page made. Browsers send `Origin` with every POST and
 * `Sec-Fetch-Site` with everything; a program that sends neither has no cookie to misuse.
 */
export function requireSameOrigin(request: Request): void {
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const fromElsewhere = site !== null && site !== 'same-origin' && site !== 'none'
  if (!fromElsewhere && (origin === null || hostOf(origin) === hostAsked(headers))) return
  throw new AppError('POLICY_DENIED', { message: 'This can only be done from a page of this site.' })
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

/** The host the browser called: a proxy passes it on, and a page cannot set either header. */
function hostAsked(headers: Headers): string | null {
  return headers.get('x-forwarded-host') ?? headers.get('host')
}
