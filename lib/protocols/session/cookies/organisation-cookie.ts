/** Remembers for which of their organisations a person acts in this browser. */
import 'server-only'
import { cookies } from 'next/headers'
import { cookieOptions, ORGANISATION_COOKIE } from './session-token.ts'

const YEAR_SECONDS = 31_536_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns undefined if none was selected. Every request checks the membership again. */
export async function selectedOrganisation(): Promise<string | undefined> {
  const id = (await cookies()).get(ORGANISATION_COOKIE)?.value
  return id && UUID.test(id) ? id : undefined
}

export async function selectOrganisation(organisationId: string): Promise<void> {
  const jar = await cookies()
  jar.set(ORGANISATION_COOKIE, organisationId, { ...cookieOptions(), maxAge: YEAR_SECONDS })
}

export async function forgetOrganisation(): Promise<void> {
  // `delete` does not match the attributes of a cookie of a secure site.
  ;(await cookies()).set(ORGANISATION_COOKIE, '', { ...cookieOptions(), maxAge: 0 })
}
