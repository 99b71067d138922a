/** Encrypted cookies that last for one sign-in or one passkey ceremony. Their salts prevent using one as another. */
import 'server-only'
import { cookies } from 'next/headers'
import { decode, encode, type JWT } from 'next-auth/jwt'
import { cookieOptions, sessionSecret } from './session-token.ts'

/**
 * "guildhall-second" names the person whose second factor is missing; "guildhall-challenge" has a passkey's
 * challenge.
 */
type SealedCookie = 'guildhall-second' | 'guildhall-challenge'

const SECONDS = 600

export async function setSealedCookie(name: SealedCookie, token: JWT): Promise<void> {
  const value = await encode({ token, secret: sessionSecret(), salt: name, maxAge: SECONDS })
  ;(await cookies()).set(name, value, { ...cookieOptions(), maxAge: SECONDS })
}

export async function readSealedCookie(name: SealedCookie): Promise<JWT | null> {
  const token = (await cookies()).get(name)?.value
  return token ? decode({ token, secret: sessionSecret(), salt: name }).catch(() => null) : null
}

export async function clearSealedCookie(name: SealedCookie): Promise<void> {
  ;(await cookies()).set(name, '', { ...cookieOptions(), maxAge: 0 })
}
