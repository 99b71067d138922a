/** How next-auth stores and reads a session. Pages need only this; `auth-options.ts` adds how people sign in. */
import 'server-only'
import { cookies } from 'next/headers'
import { getServerSession, type NextAuthOptions, type Session } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import { database } from '../../../kernel/db/prisma-client.ts'
import { log } from '../../../kernel/logging/log.ts'
import { selectedOrganisation } from '../cookies/organisation-cookie.ts'
import {
  claimsOf,
  isSecure,
  SESSION_SECONDS,
  sealSession,
  sessionCookieName,
} from '../cookies/session-token.ts'
import { findSession, type LiveSession } from './session-viewer.ts'

declare module 'next-auth' {
  interface Session extends LiveSession {}
}

declare module 'next-auth/jwt' {
  interface JWT {
    /** Set while a request is answered; the cookie has only the claims. */
    live?: LiveSession
  }
}

/** Receives the errors that next-auth would reduce to a word in a URL, or take for the end of a session. */
export type ErrorListener = (thrown: unknown) => void

export function sessionOptions(onError?: ErrorListener): Omit<NextAuthOptions, 'providers'> {
  // next-auth would assume localhost:3000.
  if (!process.env.NEXTAUTH_URL) process.env.AUTH_TRUST_HOST ??= 'true'
  return {
    // Passwords need JWT sessions; `decode` makes them revocable.
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    useSecureCookies: isSecure(),
    logger: NEXT_AUTH_LOG,
    jwt: {
      encode: ({ token }) => sealToken(token),
      decode: ({ token }) =>
        openToken(token).catch((thrown) => {
          onError?.(thrown)
          throw thrown
        }),
    },
    callbacks: {
      // The person as they are now, not as they were when they signed in.
      session: ({ session: { expires }, token: { live } }) => ({ expires, ...live! }),
    },
  }
}

async function sealToken(token: JWT | undefined): Promise<string> {
  const claims = claimsOf(token)
  if (!claims) throw new Error('A session token lacks its claims.')
  return sealSession(claims, claims.sessionId)
}

/** Returns null for an invalid, expired, signed-out or outdated token: next-auth itself only checks the signature. */
async function openToken(token: string | undefined): Promise<JWT | null> {
  const live = await findSession(database(), token, await selectedOrganisation())
  if (!live) return null
  const { viewer, sessionVersion, sessionId } = live
  return { sub: viewer.userId, sessionVersion, sid: sessionId, live }
}

/** next-auth's own logger prints the request, over several lines. */
const NEXT_AUTH_LOG: NextAuthOptions['logger'] = {
  error(code, detail) {
    // A session that has ended is no failure.
    if (code !== 'JWT_SESSION_ERROR') log.warn({ code, problem: messageOf(detail) }, 'next-auth failed')
  },
  warn: (code) => log.warn({ code }, 'next-auth warned'),
  debug: () => {},
}

function messageOf(detail: unknown): string {
  const { message = '' } = detail as { message?: unknown }
  return String(message).slice(0, 200)
}

/** What next-auth calls with renewed cookies, which pages cannot set. */
const NO_RESPONSE = { getHeader: () => undefined, setHeader: () => undefined }

/** Returns next-auth's session of this request, or null. Throws what prevents reading it. */
export async function readSession(): Promise<Session | null> {
  const name = sessionCookieName()
  const token = (await cookies()).get(name)?.value
  if (!token) return null
  let failure: unknown
  const options = {
    providers: [],
    ...sessionOptions((thrown) => {
      failure = thrown
    }),
  }
  // Without the other cookies: next-auth would fail on a malformed one, which another site on this host may have set.
  const request = { headers: {}, cookies: { [name]: token } }
  const session = await getServerSession(request as never, NO_RESPONSE as never, options)
  if (failure) throw failure
  return session
}
