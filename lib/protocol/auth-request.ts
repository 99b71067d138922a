/**
 * What next-auth's routes are asked, once it is something that they can read. Floor 4.
 *
 * They would read a body of any size, fail on one that is no JSON, put the name of an error into a header as it came, and
 * answer what they do not know with a line of text.
 */
import 'server-only'
import { NextRequest } from 'next/server'
import { isObject } from '../contract/json/json.ts'
import { AppError } from '../errors.ts'
import { parseJsonText } from './parse-json-text.ts'
import { readText } from './read-body.ts'
import { unknownDoor } from './unknown-door.ts'

// Far more than an email, a password and where to go on.
const MAX_BODY_BYTES = 64 * 1024

const ACTIONS =
  /^\/api\/auth\/(signin|signout|session|csrf|providers|callback|error|verify-request|_log)(\/|$)/

/**
 * The same request, with its body read. Throws NOT_FOUND where there is no such route, INVALID_INPUT for a body that is too
 * large, and for JSON that is no object.
 */
export async function readAuthRequest(request: Request): Promise<NextRequest> {
  const { method, headers } = request
  const url = new URL(request.url)
  if (!ACTIONS.test(url.pathname)) throw unknownDoor(request.url)
  // "AccessDenied", "OAuthCallback": next-auth's own are words.
  if (!/^\w*$/.test(url.searchParams.get('error') ?? '')) url.searchParams.delete('error')
  if (method !== 'POST') return new NextRequest(url, { method, headers })
  const body = await readText(request, MAX_BODY_BYTES)
  if (headers.get('content-type')?.includes('application/json') && !isObject(parseJsonText(body)))
    throw new AppError('INVALID_INPUT', { message: 'The body has to be an object.' })
  return new NextRequest(url, { method, headers, body })
}
