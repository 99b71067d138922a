/**
 * How people sign in with next-auth. Its providers prove who they are; its callbacks and events add locked accounts,
 * second steps, roles from groups, revocable sessions and known browsers, the same for passwords and other providers.
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { cookies } from 'next/headers'
import type { Account, NextAuthOptions, User } from 'next-auth'
import type { AdapterAccount } from 'next-auth/adapters'
import type { JWT } from 'next-auth/jwt'
import gitHub from 'next-auth/providers/github'
import { applyGroups } from '../../../accounts/apply-groups.ts'
import { linkSignIn } from '../../../accounts/linked-sign-ins.ts'
import { verifyOwnEmail } from '../../../accounts/rows/email-confirmations.ts'
import { recordLinkedSignInUse } from '../../../accounts/rows/linked-sign-in-rows.ts'
import { findCredentials, findUser, type Credentials as Person } from '../../../accounts/rows/users.ts'
import { revokeSession } from '../../../accounts/sign-in.ts'
import { requireSignUp } from '../../../accounts/sign-up-policy.ts'
import { recordAudit } from '../../../audit/audit-log.ts'
import { isEmailVerified, oidcProviders } from '../../../auth/oidc-settings.ts'
import { hasRecentAuth } from '../../../auth/recent-auth.ts'
import { authAdapter } from '../../../auth/rows/auth-adapter.ts'
import { hasSecondFactor } from '../../../auth/rows/factor-rows.ts'
import { insertSession } from '../../../auth/rows/session-rows.ts'
import { database, type Tx } from '../../../kernel/db/prisma-client.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { safeNext } from '../../../kernel/site/safe-next.ts'
import { oneVisibleLine } from '../../../kernel/validation/text-fields.ts'
import { grantWelcomeCredit } from '../../../money/welcome-credit.ts'
import { contextFromCookie } from '../context/context-from-request.ts'
import { type ErrorListener, sessionOptions } from '../context/session-options.ts'
import { rememberBrowser } from '../cookies/known-browser.ts'
import { forgetOrganisation } from '../cookies/organisation-cookie.ts'
import { clearSealedCookie } from '../cookies/sealed-cookie.ts'
import { beginSecondStep } from '../cookies/second-step.ts'
import { claimsOf, isSecure, openSession, sessionCookieName } from '../cookies/session-token.ts'
import { deviceOfRequest } from '../network/caller-address.ts'
import { credentialsProviders } from './credentials-providers.ts'
import { defaultExport } from './default-export.ts'
import { groupsIn, type OidcClaims, oidcProvider } from './oidc-provider.ts'

function isGitHubConfigured(): boolean {
  return Boolean(process.env.GITHUB_ID && process.env.GITHUB_SECRET)
}

/** Shown on the sign-in page. */
export function externalProviders(): { id: string; name: string }[] {
  const gitHub = isGitHubConfigured() ? [{ id: 'github', name: 'GitHub' }] : []
  return [...gitHub, ...oidcProviders().map(({ id, name }) => ({ id, name }))]
}

/** `onError` receives what next-auth would reduce to a word in a URL. */
export function authOptions(onError?: ErrorListener): NextAuthOptions {
  const session = sessionOptions(onError)
  return {
    ...session,
    adapter: {
      ...authAdapter(database()),
      linkAccount: (account: AdapterAccount) => linkSignIn(database(), account),
    },
    pages: { signIn: paths.signIn(), error: paths.signIn() },
    providers: [
      ...credentialsProviders(onError),
      ...(isGitHubConfigured() ? [gitHubProvider()] : []),
      ...oidcProviders().map(oidcProvider),
    ],
    events: {
      async createUser({ user }) {
        await grantWelcomeCredit(database(), user.id)
      },
      async signIn({ user }) {
        await clearSealedCookie('guildhall-second')
        if (user.email) await rememberBrowser(user.email)
      },
      // next-auth itself only deletes the cookie, of which there may be a copy.
      async signOut({ token }) {
        await revokeSession({ db: database(), ...claimsOf(token) })
        await forgetOrganisation()
      },
    },
    callbacks: {
      ...session.callbacks,
      redirect: ({ url, baseUrl }) => redirectWithin(baseUrl, url),
      signIn: async ({ user, account, profile }) => {
        if (!user.email) return `${paths.signIn()}?error=NoEmail`
        const email = user.email.toLowerCase()
        const known = await findCredentials(database(), { email })
        if (known?.lockedAt) return `${paths.signIn()}?error=Locked`
        if (account?.type === 'oauth')
          return (await stepBefore(account, { email, known }, profile as OidcClaims | undefined)) ?? true
        // A code, a passkey and a ticket need no second step.
        if (account?.provider !== 'credentials') return true
        return (await findSecondStep(user.id, user.sessionVersion)) ?? true
      },
      jwt: async ({ token, user, account, profile }) =>
        user ? beginSession(user, account, profile as OidcClaims | undefined) : token,
    },
  }
}

/** Returns the claims of a new session, which replaces the one that the browser had. */
async function beginSession(user: User, account: Account | null, claims?: OidcClaims): Promise<JWT> {
  const db = database()
  await applyClaims(user.id, account?.provider, claims)
  await recordUse(account, claims)
  const person = await findUser(db, user.id)
  const sessionVersion = user.sessionVersion ?? person?.sessionVersion
  const sid = randomUUID()
  const method = user.method ?? account?.provider ?? 'unknown'
  const device = await deviceOfRequest()
  await db.$transaction(async (tx) => {
    await insertSession(tx, { id: sid, userId: user.id, method, ...device, reauthenticatedAt: new Date() })
    if (person) await recordSignIn(tx, person, { method, address: device.address })
  })
  // Somebody else may know the token that the browser had.
  const before = await openSession((await cookies()).get(sessionCookieName())?.value)
  if (before) await revokeSession({ db, ...before })
  return { sub: user.id, sessionVersion, sid }
}

function recordSignIn(
  tx: Tx,
  { id, name, email }: { id: string; name: string; email: string },
  { method, address }: { method: string; address: string },
): Promise<void> {
  return recordAudit(tx, {
    ...{ actor: { userId: id, name }, action: 'person.sign_in' },
    ...{ subjectType: 'person', subjectId: id, subject: email },
    data: { method, address, note: address ? `${method}, from ${address}` : method },
  })
}

/** Returns the page to visit before an external sign-in, or null. `known` has the same address. */
async function stepBefore(
  account: Account,
  { email, known }: { email: string; known: Person | null },
  claims?: OidcClaims,
): Promise<string | null> {
  const { provider, providerAccountId } = account
  // For new people, `user.id` is the provider's own id.
  const linked = await authAdapter(database()).getUserByAccount?.({ provider, providerAccountId })
  if (linked) {
    await recordUse(account, claims)
    return externalSecondStep(linked.id, provider, claims)
  }
  const ctx = await contextFromCookie()
  // The account would also open the session's person.
  if (ctx.viewer) return (await hasRecentAuth(ctx)) ? null : paths.confirmIdentity
  if (!known) return (await canSignUp(email)) ? null : `${paths.signIn()}?error=NoSignUp`
  const settings = oidcProviders().find(({ id }) => id === provider)
  if (!settings?.linkByEmail) return null
  // Another person may know its password, or may have entered this address at the provider.
  if (!known.emailVerified || !isEmailVerified(settings, claims))
    return `${paths.signIn()}?error=OAuthAccountNotLinked`
  return externalSecondStep(known.id, provider, claims)
}

function canSignUp(email: string): Promise<boolean> {
  return requireSignUp(database(), { email }).then(
    () => true,
    () => false,
  )
}

/** Returns where to enter the second factor, or null for an account without one. */
async function externalSecondStep(
  userId: string,
  provider: string,
  claims?: OidcClaims,
): Promise<string | null> {
  const page = await findSecondStep(userId)
  // No session begins here, so the `jwt` callback does not apply them.
  if (page) await applyClaims(userId, provider, claims)
  return page
}

/** Returns null without a second factor. The second step ends if the session version rises. */
async function findSecondStep(userId: string, versionThen?: number): Promise<string | null> {
  if (!(await hasSecondFactor(database(), userId))) return null
  const sessionVersion = versionThen ?? (await findUser(database(), userId))?.sessionVersion
  if (sessionVersion === undefined) return null
  await beginSecondStep({ id: userId, sessionVersion })
  return paths.secondStep(await wantedPath())
}

/** Returns the page to open after signing in, from next-auth's own cookie. */
async function wantedPath(): Promise<string> {
  const target = (await cookies()).get(`${isSecure() ? '__Secure-' : ''}next-auth.callback-url`)?.value ?? ''
  if (!URL.canParse(target)) return safeNext(target)
  const { pathname, search } = new URL(target)
  return safeNext(pathname + search)
}

/** Stores when a linked sign-in was used, and its name at the provider, so that its person recognises it. */
async function recordUse(account: Account | null, profile: OidcClaims | undefined): Promise<void> {
  if (account?.type !== 'oauth') return
  const { provider, providerAccountId } = account
  // `login` is the user name at GitHub.
  const { login, email, preferred_username, name } = (profile ?? {}) as Record<string, unknown>
  const label = [login, email, preferred_username, name].find(
    (each) => typeof each === 'string' && each !== '',
  )
  const displayName = label === undefined ? null : oneVisibleLine(String(label)).slice(0, 200)
  await recordLinkedSignInUse(
    database(),
    { provider, providerAccountId },
    { label: displayName, at: new Date() },
  )
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

function gitHubProvider() {
  return defaultExport(gitHub)({ clientId: process.env.GITHUB_ID!, clientSecret: process.env.GITHUB_SECRET! })
}

/** Returns `wanted` within this site, else the home page. next-auth's own rule throws for invalid URLs. */
export function redirectWithin(origin: string, target: unknown): string {
  const url = typeof target === 'string' && URL.canParse(target, origin) ? new URL(target, origin) : null
  return url?.origin === origin ? url.href : origin
}
