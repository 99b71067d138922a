/**
 * next-auth's settings: the doors by which somebody signs in. Floor 4.
 *
 * The sign-in form has its own action (`app/sign-in/actions.ts`) and ends in the same cookie; next-auth's routes
 * serve GitHub, and programs that speak next-auth.
 */
import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import GitHub from 'next-auth/providers/github'
import { checkSignIn } from '../accounts/check-sign-in.ts'
import { paths } from '../contract/market/paths.ts'
import { authAdapter } from '../db/auth-adapter.ts'
import { database } from '../db/client.ts'
import { findCredentials, findUser } from '../db/users.ts'
import { addressFrom } from './address-from.ts'
import { decodeLive } from './decode-live.ts'
import { contextFromCookie } from './from-cookie.ts'
import { isSecure, SESSION_SECONDS } from './token.ts'

/** GitHub is offered only where whoever runs the place has set it up. */
export function isGitHubConfigured(): boolean {
  return Boolean(process.env.GITHUB_ID && process.env.GITHUB_SECRET)
}

export function authOptions(): NextAuthOptions {
  // Without a public address next-auth would assume localhost:3000; this way it takes the host it was called by.
  if (!process.env.NEXTAUTH_URL) process.env.AUTH_TRUST_HOST ??= 'true'
  return {
    adapter: authAdapter(database()),
    // Passwords work with tokens only; `sessionVersion` makes them revocable.
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    jwt: { decode: (params) => decodeLive(database(), params) },
    useSecureCookies: isSecure(),
    pages: { signIn: paths.signIn(), error: paths.signIn() },
    providers: [passwordDoor(), ...(isGitHubConfigured() ? [gitHubDoor()] : [])],
    callbacks: {
      signIn: async ({ user }) => {
        if (!user.email) return `${paths.signIn()}?error=NoEmail`
        const known = await findCredentials(database(), { email: user.email.toLowerCase() })
        return known?.lockedAt ? `${paths.signIn()}?error=Locked` : true
      },
      jwt: async ({ token, user }) => {
        if (!user) return token
        const person = await findUser(database(), user.id)
        return { sub: user.id, sessionVersion: person?.sessionVersion }
      },
    },
  }
}

function passwordDoor() {
  return Credentials({
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    async authorize(given, request) {
      const address = addressFrom(request.headers?.['x-forwarded-for'] ?? null)
      return checkSignIn(await contextFromCookie(), given, address)
    },
  })
}

function gitHubDoor() {
  return GitHub({ clientId: process.env.GITHUB_ID!, clientSecret: process.env.GITHUB_SECRET! })
}
