/**
 * next-auth's settings. The sign-in form has its own action (`app/sign-in/actions.ts`) that sets the same cookie;
 * next-auth's routes serve GitHub and programs that use next-auth.
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { cookies } from 'next/headers'
import type { Account, NextAuthOptions } from 'next-auth'
import { decode, type JWT, type JWTDecodeParams } from 'next-auth/jwt'
import Credentials from 'next-auth/providers/credentials'
import GitHub from 'next-auth/providers/github'
import { applyGroups } from '../../accounts/apply-groups.ts'
import { oidcProviders } from '../../accounts/oidc-settings.ts'
import { checkSignIn, revokeSession } from '../../accounts/sign-in.ts'
import { requireSignUp } from '../../accounts/sign-up-policy.ts'
import { authAdapter } from '../../db/accounts/auth-adapter.ts'
import { verifyOwnEmail } from '../../db/accounts/email-confirmations.ts'
import { hasSecondFactor } from '../../db/accounts/factor-rows.ts'
import { isSessionRevoked } from '../../db/accounts/live-access.ts'
import { findCredentials, findUser } from '../../db/accounts/users.ts'
import { type Database, database } from '../../db/core/prisma-client.ts'
import { giveWelcomeCredit } from '../../ledger/welcome-credit.ts'
import { paths } from '../../site/paths.ts'
import { safeNext } from '../../site/safe-next.ts'
import { contextFromCookie } from '../context/context-from-request.ts'
import { knownBrowser } from '../cookies/known-browser.ts'
import { beginSecondStep } from '../cookies/second-step.ts'
import { recordSession } from '../cookies/session-cookie.ts'
import { claimsOf, isSecure, SESSION_SECONDS } from '../cookies/session-token.ts'
import { addressFrom } from '../network/address-from.ts'
import { groupsIn, type OidcClaims, oidcProvider } from './oidc-provider.ts'

function isGitHubConfigured(): boolean {
  return Boolean(process.env.GITHUB_ID && process.env.GITHUB_SECRET)
}

/** The buttons on the sign-in page. */
export function externalProviders(): { id: string; name: string }[] {
  const gitHub = isGitHubConfigured() ? [{ id: 'github', name: 'GitHub' }] : []
  return [...gitHub, ...oidcProviders().map(({ id, name }) => ({ id, name }))]
}

export function authOptions(): NextAuthOptions {
  // Without a public URL next-auth would assume localhost:3000; this makes it use the request's host.
  if (!process.env.NEXTAUTH_URL) process.env.AUTH_TRUST_HOST ??= 'true'
  return {
    adapter: authAdapter(database()),
    // Password sign-in works only with JWT sessions; `sessionVersion` makes them revocable.
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    jwt: { decode: (params) => decodeSessionToken(database(), params) },
    useSecureCookies: isSecure(),
    pages: { signIn: paths.signIn(), error: paths.signIn() },
    providers: [
      passwordProvider(),
      ...(isGitHubConfigured() ? [gitHubProvider()] : []),
      ...oidcProviders().map(oidcProvider),
    ],
    events: {
      createUser: async ({ user }) => giveWelcomeCredit(database(), user.id),
      // `/api/auth/signout` alone would only delete the cookie.
      signOut: async ({ token }) => revokeSession({ db: database(), ...claimsOf(token) }),
    },
    callbacks: {
      redirect: ({ url, baseUrl }) => redirectWithin(baseUrl, url),
      signIn: async ({ user, account, profile }) => {
        if (!user.email) return `${paths.signIn()}?error=NoEmail`
        const email = user.email.toLowerCase()
        const known = await findCredentials(database(), { email })
        if (known?.lockedAt) return `${paths.signIn()}?error=Locked`
        if (!known && !(await canSignUp(account, email))) return `${paths.signIn()}?error=NoSignUp`
        return (await secondStepOf(account, profile as OidcClaims | undefined)) ?? true
      },
      jwt: async ({ token, user, account, profile }) => {
        // A renewed token gets a new id; the session keeps its own.
        if (!user) return { ...token, sid: token.sid ?? token.jti }
        await applyClaims(user.id, account?.provider, profile as OidcClaims | undefined)
        const person = await findUser(database(), user.id)
        const sid = randomUUID()
        await recordSession({ id: sid, userId: user.id, method: methodOf(account?.provider) })
        return { sub: user.id, sessionVersion: person?.sessionVersion, sid }
      },
    },
  }
}

/** Whether the account is linked already, perhaps with another address, or the site's policy accepts a new one. */
async function canSignUp(account: Account | null, email: string): Promise<boolean> {
  if (account) {
    const { provider, providerAccountId } = account
    if (await authAdapter(database()).getUserByAccount?.({ provider, providerAccountId })) return true
  }
  return requireSignUp(database(), { email }).then(
    () => true,
    () => false,
  )
}

/** The page that asks a person of an external provider for their second factor; null if they have none. */
async function secondStepOf(account: Account | null, claims?: OidcClaims): Promise<string | null> {
  if (!account || account.type === 'credentials') return null
  const { provider, providerAccountId } = account
  // By the linked account: `user.id` is the provider's own id for people who are new here.
  const user = await authAdapter(database()).getUserByAccount?.({ provider, providerAccountId })
  if (!user || !(await hasSecondFactor(database(), user.id))) return null
  // The `jwt` callback does it otherwise, and no session begins there.
  await applyClaims(user.id, provider, claims)
  const person = await findUser(database(), user.id)
  if (!person) return null
  await beginSecondStep({ id: user.id, sessionVersion: person.sessionVersion })
  return paths.secondStep(await wantedPath())
}

/** Where next-auth was to send the browser, by its own cookie. */
async function wantedPath(): Promise<string> {
  const wanted = (await cookies()).get(`${isSecure() ? '__Secure-' : ''}next-auth.callback-url`)?.value ?? ''
  if (!URL.canParse(wanted)) return safeNext(wanted)
  const { pathname, search } = new URL(wanted)
  return safeNext(pathname + search)
}

/** What an OIDC provider states about a person: a verified address, and groups. */
async function applyClaims(
  userId: string,
  providerId: string | undefined,
  claims?: OidcClaims,
): Promise<void> {
  const provider = oidcProviders().find(({ id }) => id === providerId)
  if (!provider || !claims) return
  const { email, email_verified: isVerified } = claims
  if (isVerified && email)
    await verifyOwnEmail(database(), { userId, email: email.toLowerCase(), at: new Date() })
  const groups = groupsIn(claims, provider.groupsClaim)
  await applyGroups(database(), userId, { rules: provider.groups, groups })
}

function methodOf(provider: string | undefined): string {
  return provider === undefined || provider === 'credentials' ? 'password' : provider
}

function passwordProvider() {
  return Credentials({
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    async authorize(given, request) {
      const address = addressFrom(request.headers?.['x-forwarded-for'] ?? null)
      const user = await checkSignIn(await contextFromCookie(), given, {
        address,
        browser: await knownBrowser(),
      })
      // A second factor is only asked for on the sign-in page.
      return (await hasSecondFactor(database(), user.id)) ? null : user
    },
  })
}

function gitHubProvider() {
  return GitHub({ clientId: process.env.GITHUB_ID!, clientSecret: process.env.GITHUB_SECRET! })
}

/**
 * next-auth only verifies the signature: a thief could otherwise link their own GitHub account with a stolen
 * token after the person signed out everywhere. Null for an invalid, expired or signed-out token, or one with
 * an outdated session version.
 */
export async function decodeSessionToken(db: Database, params: JWTDecodeParams): Promise<JWT | null> {
  const token = await decode(params)
  const claims = claimsOf(token)
  if (!claims || (await isSessionRevoked(db, claims.sessionId))) return null
  const person = await findUser(db, claims.userId)
  return person?.sessionVersion === claims.sessionVersion ? token : null
}

/** Replaces next-auth's redirect rule, which throws (500) for an unparseable URL. */

/** Returns `wanted` if it is a URL of this site, as a path or in full; else the home page. */
export function redirectWithin(origin: string, wanted: unknown): string {
  const url = typeof wanted === 'string' && URL.canParse(wanted, origin) ? new URL(wanted, origin) : null
  return url?.origin === origin ? url.href : origin
}
