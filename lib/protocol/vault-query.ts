/** What the /api/vault routes are asked, out of addresses and headers. Floor 4, pure. */
import { COLLISION_STRATEGIES, type CollisionStrategy } from '../contract/vault/collision-strategies.ts'
import { AppError } from '../errors.ts'

/** `?path=`, which its rules have not seen yet. Throws MISSING_REQUIRED_PARAM without one. */
export function requirePathParam(request: Request): string {
  const path = new URL(request.url).searchParams.get('path')
  if (path !== null) return path
  throw new AppError('MISSING_REQUIRED_PARAM', {
    message: 'Say which file: ?path=Folder/Note.md',
    issues: [{ path: '/path', keyword: 'required', message: 'is missing' }],
  })
}

/** The etag of `If-Match`, when there is one. Throws INVALID_INPUT for anything but one strong etag (RFC 9110 §8.8.3.2). */
export function wantedEtag(request: Request): { expectedEtag?: string } {
  const sent = request.headers.get('if-match')?.trim()
  if (sent === undefined) return {}
  const [, etag] = /^"([^"]*)"$/.exec(sent) ?? []
  if (etag === undefined) throw wrong('/if-match', 'If-Match has to be one etag in quotes.')
  return { expectedEtag: etag }
}

/** True for `If-None-Match: *`. Throws INVALID_INPUT for an etag: nothing asks what a file is not. */
export function wantsNewFile(request: Request): boolean {
  const sent = request.headers.get('if-none-match')?.trim()
  if (sent !== undefined && sent !== '*') throw wrong('/if-none-match', 'If-None-Match has to be “*” here.')
  return sent === '*'
}

type ListQuery = {
  prefix: string
  recursive: boolean
  limit?: number
  offset?: number
  extensions?: string[]
}

/** Throws INVALID_INPUT for numbers that are none. */
export function listQuery(request: Request): ListQuery {
  const query = new URL(request.url).searchParams
  const extensions = query.getAll('extension')
  return {
    prefix: query.get('prefix') ?? '',
    recursive: query.get('recursive') === 'true',
    ...(extensions.length > 0 && { extensions }),
    ...(query.has('limit') && { limit: numberOf(query, 'limit', 1) }),
    ...(query.has('offset') && { offset: numberOf(query, 'offset', 0) }),
  }
}

/** Throws INVALID_INPUT for a number that is none. */
export function findQuery(request: Request): { name: string; limit?: number } {
  const query = new URL(request.url).searchParams
  return {
    name: query.get('name') ?? '',
    ...(query.has('limit') && { limit: numberOf(query, 'limit', 1) }),
  }
}

/** Throws INVALID_INPUT for a strategy that is none. */
export function importQuery(request: Request): {
  prefix: string
  collisionStrategy?: CollisionStrategy
} {
  const query = new URL(request.url).searchParams
  const asked = query.get('collisionStrategy')
  const collisionStrategy = COLLISION_STRATEGIES.find((each) => each === asked)
  if (asked !== null && !collisionStrategy)
    throw wrong(
      '/collisionStrategy',
      `collisionStrategy has to be one of ${COLLISION_STRATEGIES.join(', ')}.`,
    )
  return { prefix: query.get('prefix') ?? '', ...(collisionStrategy && { collisionStrategy }) }
}

function numberOf(query: URLSearchParams, name: string, least: number): number {
  const number = Number(query.get(name))
  if (Number.isSafeInteger(number) && number >= least) return number
  throw wrong(`/${name}`, `${name} has to be a whole number, ${least} or more.`)
}

function wrong(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path, keyword: 'format', message }] })
}
