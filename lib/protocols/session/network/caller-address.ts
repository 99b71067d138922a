import 'server-only'
import { headers } from 'next/headers'
import { AppError } from '../../../kernel/errors.ts'
import { toStorable } from '../../../kernel/validation/storable.ts'
import { addressFrom } from './address-from.ts'
import { isLoopbackOnly } from './require-known-host.ts'

/** Returns the address to count by. It proves nothing about who is calling. */
export async function callerAddress(): Promise<string> {
  return addressFrom((await headers()).get('x-forwarded-for'))
}

const MAX_AGENT_CHARS = 300

/** Returns what the list of sessions shows. The browser states its own name, so it proves nothing. */
export async function deviceOfRequest(): Promise<{ userAgent: string; address: string }> {
  const userAgent = ((await headers()).get('user-agent') ?? '').slice(0, MAX_AGENT_CHARS)
  return { userAgent: toStorable(userAgent), address: await callerAddress() }
}

/** Returns NEXTAUTH_URL's, or the request's: a forged host affects only the caller's own response. */
export function publicOrigin(headers: Headers): string {
  const set = process.env.NEXTAUTH_URL
  if (set && URL.canParse(set)) return new URL(set).origin
  const hostUrl = `http://${headers.get('host') ?? 'localhost'}`
  return URL.canParse(hostUrl) ? new URL(hostUrl).origin : 'http://localhost'
}

/**
 * Identifies this site, so callers cannot choose it. Throws TOOL_NOT_AVAILABLE on a public site without NEXTAUTH_URL.
 */
export function configuredOrigin(headers: Headers): string {
  if (process.env.NEXTAUTH_URL || isLoopbackOnly(process.env)) return publicOrigin(headers)
  throw new AppError('TOOL_NOT_AVAILABLE', {
    message: 'The operator of this site has not set its public address.',
    suggestedAction: 'Ask them to set NEXTAUTH_URL.',
  })
}
