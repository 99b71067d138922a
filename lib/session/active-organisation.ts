/** Which organisation somebody acts for: a cookie that only chooses, and proves nothing. Floor 4. */
import 'server-only'
import { cookies } from 'next/headers'
import { cookieOptions, ORGANISATION_COOKIE } from './token.ts'

const YEAR_SECONDS = 31_536_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id in the cookie, when it looks like one. */
export function organisationIdFrom(cookie: string | undefined): string | undefined {
  return cookie && UUID.test(cookie) ? cookie : undefined
}

/** Acts for this organisation from the next request on; membership is checked then, and on each one after. */
export async function actFor(organisationId: string): Promise<void> {
  const jar = await cookies()
  jar.set(ORGANISATION_COOKIE, organisationId, { ...cookieOptions(), maxAge: YEAR_SECONDS })
}
