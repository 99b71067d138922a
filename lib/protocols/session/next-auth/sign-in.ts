/**
 * next-auth's sign-in and sign-out for server actions, whose forms work before scripts have loaded. Version 4 has them
 * only for browsers (`next-auth/react`). These send its route handler, in this process, the requests that a browser
 * would send, as `signIn` and `signOut` of version 5 do.
 */
import 'server-only'
import { cookies, headers } from 'next/headers'
import { NextResponse } from 'next/server'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import type { CredentialsProviderId } from '../../../auth/oidc-settings.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { readAuthRequest } from '../../http/requests/auth-request.ts'
import { publicOrigin } from '../network/caller-address.ts'
import { authOptions } from './auth-options.ts'
import { issueTicket } from './credentials-providers.ts'
import { defaultExport } from './default-export.ts'

type Fields = Record<string, string | undefined>

/**
 * Signs in with a provider of `credentials-providers.ts`. Returns the page to go to: `next`, the second step, or the
 * sign-in page with an error. Throws what the provider throws.
 */
export async function signInByCredentials(
  provider: CredentialsProviderId,
  credentials: Fields,
  next: string = paths.home,
): Promise<string> {
  let refusal: unknown
  const options = authOptions((thrown) => {
    refusal = thrown
  })
  const page = await post(`callback/${provider}`, credentials, { next, options })
  if (refusal) throw refusal
  return page
}

/** Signs in a person whom the calling action has just identified. Returns the page to go to, as `signInWith`. */
export async function signInAs(user: Parameters<typeof issueTicket>[0], next?: string): Promise<string> {
  return signInByCredentials('ticket', { ticket: await issueTicket(user) }, next)
}

/** Revokes the session of this browser, if there is one, and clears its cookies. */
export async function signOutHere(): Promise<void> {
  await post('signout', {}, { next: paths.home, options: authOptions() })
}

/** Returns the path that next-auth redirects to. */
async function post(
  path: string,
  fields: Fields,
  { next, options }: { next: string; options: NextAuthOptions },
): Promise<string> {
  // The first request sets the cookies that the second is compared with: the CSRF token, and the page to go to.
  const csrfResponse = await callNextAuth(`csrf?${new URLSearchParams({ callbackUrl: next })}`, options)
  const { csrfToken } = (await csrfResponse.json()) as { csrfToken: string }
  const formFields = Object.entries({ ...fields, csrfToken, json: 'true' }).filter(
    ([, value]) => value !== undefined,
  )
  const response = await callNextAuth(path, options, new URLSearchParams(formFields as [string, string][]))
  const { url } = (await response.json()) as { url: string }
  const { pathname, search, hash } = new URL(url, 'http://site')
  return pathname + search + hash
}

async function callNextAuth(
  path: string,
  options: NextAuthOptions,
  body?: URLSearchParams,
): Promise<Response> {
  const url = new URL(`/api/auth/${path}`, publicOrigin(await headers()))
  const request = await readAuthRequest(new Request(url, body ? { method: 'POST', body } : {}))
  const params = Promise.resolve({ nextauth: url.pathname.split('/').slice(3) })
  const response: Response = await defaultExport(NextAuth)(request as never, { params } as never, options)
  const jar = await cookies()
  for (const { name, value, ...attributes } of new NextResponse(null, response).cookies.getAll()) {
    if (value) jar.set(name, value, attributes)
    // Next's parser drops the empty value and the lifetime of 0 with which next-auth deletes a cookie.
    else jar.set(name, '', { ...attributes, maxAge: 0 })
  }
  return response
}
