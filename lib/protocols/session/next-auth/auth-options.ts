/**
 * The sign-in form has its own action (`app/sign-in/actions.ts`) with the same cookie; next-auth's routes serve GitHub
 * and programs.
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { cookies } from 'next/headers'
import type { Account, NextAuthOptions, Profile } from 'next-auth'
import type { AdapterAccount } from 'next-auth/adapters'
import { decode, type JWT, type JWTDecodeParams } from 'next-auth/jwt'
import credentials from 'next-auth/providers/credentials'
import gitHub from 'next-auth/providers/github'
import { applyGroups } from '../../../accounts/apply-groups.ts'
import { linkSignIn } from '../../../accounts/linked-sign-ins.ts'
import { verifyOwnEmail } from '../../../accounts/rows/email-confirmations.ts'
import { recordLinkedSignInUse } from '../../../accounts/rows/linked-sign-in-rows.ts'
import { findCredentials, findUser, type Credentials as Person } from '../../../accounts/rows/users.ts'
import { checkSignIn, revokeSession } from '../../../accounts/sign-in.ts'
import { requireSignUp } from '../../../accounts/sign-up-policy.ts'
import { isEmailVerified, oidcProviders } from '../../../auth/oidc-settings.ts'
import { isPresent } from '../../../auth/presence.ts'
import { authAdapter } from '../../../auth/rows/auth-adapter.ts'
import { hasSecondFactor } from '../../../auth/rows/factor-rows.ts'
import { isSessionRevoked } from '../../../auth/rows/live-access.ts'
import { type Database, database } from '../../../kernel/db/prisma-client.ts'
import { log } from '../../../kernel/logging/log.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { safeNext } from '../../../kernel/site/safe-next.ts'
import { oneVisibleLine } from '../../../kernel/validation/text-fields.ts'
import { giveWelcomeCredit } from '../../../money/welcome-credit.ts'
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

/** Shown on the sign-in page. */
export function externalProviders(): { id: string; name: string }[] {
  const gitHub = isGitHubConfigured() ? [{ id: 'github', name: 'GitHub' }] : []
  return [...gitHub, ...oidcProviders().map(({ id, name }) => ({ id, name }))]
}

export function authOptions(): NextAuthOptions {
  // next-auth would assume localhost:3000.
  if (!process.env.NEXTAUTH_URL) process.env.AUTH_TRUST_HOST ??= 'true'
  return {
    adapter: {
      ...authAdapter(database()),
      linkAccount: (account: AdapterAccount) => linkSignIn(database(), account),
    },
    // Passwords need JWT sessions; `sessionVersion` makes them revocable.
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    jwt: { decode: (params) => decodeSessionToken(database(), params) },
    useSecureCookies: isSecure(),
    logger: NEXT_AUTH_LOG,
    pages: { signIn: paths.signIn(), error: paths.signIn() },
    providers: [
      passwordProvider(),
      ...(isGitHubConfigured() ? [gitHubProvider()] : []),
      ...oidcProviders().map(oidcProvider),
    ],
    events: {
      createUser: async ({ user }) => giveWelcomeCredit(database(), user.id),
      // `/api/auth/signout` would only delete the cookie.
      signOut: async ({ token }) => revokeSession({ db: database(), ...claimsOf(token) }),
    },
    callbacks: {
      redirect: ({ url, baseUrl }) => redirectWithin(baseUrl, url),
      signIn: async ({ user, account, profile }) => {
        if (!user.email) return `${paths.signIn()}?error=NoEmail`
        const email = user.email.toLowerCase()
        const known = await findCredentials(database(), { email })
        if (known?.lockedAt) return `${paths.signIn()}?error=Locked`
        return (await stepBefore(account, { email, known }, profile as OidcClaims | undefined)) ?? true
      },
      jwt: async ({ token, user, account, profile }) => {
        // Renewed tokens get a new id.
        if (!user) return { ...token, sid: token.sid ?? token.jti }
        await applyClaims(user.id, account?.provider, profile as OidcClaims | undefined)
        await recordUse(account, profile)
        const person = await findUser(database(), user.id)
        const sid = randomUUID()
        await recordSession({ id: sid, userId: user.id, method: methodOf(account?.provider) })
        return { sub: user.id, sessionVersion: person?.sessionVersion, sid }
      },
    },
  }
}

/** next-auth's own logger prints the request, over several lines. */
const NEXT_AUTH_LOG: NextAuthOptions['logger'] = {
  error: (code, detail) => log.warn({ code, problem: messageOf(detail) }, 'next-auth failed'),
  warn: (code) => log.warn({ code }, 'next-auth warned'),
  debug: () => {},
}

function messageOf(detail: unknown): string {
  const { message = '' } = detail as { message?: unknown }
  return String(message).slice(0, 200)
}

/** Returns the page to visit before an external sign-in, or null. `known` has the same address. */
async function stepBefore(
  account: Account | null,
  { email, known }: { email: string; known: Person | null },
  claims?: OidcClaims,
): Promise<string | null> {
  if (!account || account.type === 'credentials') return null
  const { provider, providerAccountId } = account
  // For new people, `user.id` is the provider's own id.
  const linked = await authAdapter(database()).getUserByAccount?.({ provider, providerAccountId })
  if (linked) {
    await recordUse(account, claims)
    return secondStepOf(linked.id, provider, claims)
  }
  const ctx = await contextFromCookie()
  // The account would also open the session's person.
  if (ctx.viewer) return (await isPresent(ctx)) ? null : paths.presence
  if (!known) return (await canSignUp(email)) ? null : `${paths.signIn()}?error=NoSignUp`
  const settings = oidcProviders().find(({ id }) => id === provider)
  if (!settings?.linkByEmail) return null
  // Another person may know its password, or may have entered this address at the provider.
  if (!known.emailVerified || !isEmailVerified(settings, claims))
    return `${paths.signIn()}?error=OAuthAccountNotLinked`
  return secondStepOf(known.id, provider, claims)
}

function canSignUp(email: string): Promise<boolean> {
  return requireSignUp(database(), { email }).then(
    () => true,
    () => false,
  )
}

/** Returns null without a second factor. */
async function secondStepOf(userId: string, provider: string, claims?: OidcClaims): Promise<string | null> {
  if (!(await hasSecondFactor(database(), userId))) return null
  // No session begins here, so the `jwt` callback does not run.
  await applyClaims(userId, provider, claims)
  const person = await findUser(database(), userId)
  if (!person) return null
  await beginSecondStep({ id: userId, sessionVersion: person.sessionVersion })
  return paths.secondStep(await wantedPath())
}

/** Reads next-auth's own cookie. */
async function wantedPath(): Promise<string> {
  const wanted = (await cookies()).get(`${isSecure() ? '__Secure-' : ''}next-auth.callback-url`)?.value ?? ''
  if (!URL.canParse(wanted)) return safeNext(wanted)
  const { pathname, search } = new URL(wanted)
  return safeNext(pathname + search)
}

/** Stores when a linked sign-in was used, and its name at the provider, so that its person recognises it. */
async function recordUse(account: Account | null, profile: Profile | OidcClaims | undefined): Promise<void> {
  if (!account || account.type === 'credentials') return
  const { provider, providerAccountId } = account
  // `login` is the user name at GitHub.
  const { login, email, preferred_username, name } = (profile ?? {}) as Record<string, unknown>
  const label = [login, email, preferred_username, name].find(
    (each) => typeof each === 'string' && each !== '',
  )
  const shown = label === undefined ? null : oneVisibleLine(String(label)).slice(0, 200)
  await recordLinkedSignInUse(database(), { provider, providerAccountId }, { label: shown, at: new Date() })
}

/**
 * Applies the verified address, and groups. Unlike a mailed proof, it removes nothing that is older: the provider's
 * account was linked in a session of this account, so its person is already in it.
 */
async function applyClaims(
  userId: string,
  providerId: string | undefined,
  claims?: OidcClaims,
): Promise<void> {
  const provider = oidcProviders().find(({ id }) => id === providerId)
  if (!provider || !claims) return
  const { email } = claims
  if (email && isEmailVerified(provider, claims))
    await verifyOwnEmail(database(), { userId, email: email.toLowerCase(), at: new Date() })
  const groups = groupsIn(claims, provider.groupsClaim)
  await applyGroups(database(), userId, { rules: provider.groups, groups })
}

function methodOf(provider: string | undefined): string {
  return provider === undefined || provider === 'credentials' ? 'password' : provider
}

/** Node gives all exports of a CommonJS module, bundlers its default. */
function exported<T>(module: T & { default?: T }): T {
  return module.default ?? module
}

function passwordProvider() {
  return exported(credentials)({
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    async authorize(given, request) {
      const address = addressFrom(request.headers?.['x-forwarded-for'] ?? null)
      const user = await checkSignIn(await contextFromCookie(), given, {
        address,
        browser: await knownBrowser(),
      })
      // Only the sign-in page asks for a second factor.
      return (await hasSecondFactor(database(), user.id)) ? null : user
    },
  })
}

function gitHubProvider() {
  return exported(gitHub)({ clientId: process.env.GITHUB_ID!, clientSecret: process.env.GITHUB_SECRET! })
}

/**
 * next-auth only verifies the signature: after the person signed out everywhere, a thief could link their own GitHub
 * account. Returns null for an invalid, expired, signed-out or outdated token.
 */
export async function decodeSessionToken(db: Database, params: JWTDecodeParams): Promise<JWT | null> {
  const token = await decode(params)
  const claims = claimsOf(token)
  if (!claims || (await isSessionRevoked(db, claims.sessionId))) return null
  const person = await findUser(db, claims.userId)
  return person?.sessionVersion === claims.sessionVersion ? token : null
}

/** Returns `wanted` within this site, else the home page. next-auth's own rule throws for invalid URLs. */
export function redirectWithin(origin: string, wanted: unknown): string {
  const url = typeof wanted === 'string' && URL.canParse(wanted, origin) ? new URL(wanted, origin) : null
  return url?.origin === origin ? url.href : origin
}
