import { AppError } from '../../../kernel/errors.ts'
import { COLLISION_STRATEGIES, type CollisionStrategy } from '../../../vault/model/archive-options.ts'

export function requirePathParam(request: Request): string {
  const path = new URL(request.url).searchParams.get('path')
  if (path !== null) return path
  throw new AppError('MISSING_REQUIRED_PARAM', {
    message: 'Specify a file: ?path=Folder/Note.md',
    issues: [{ path: '/path', keyword: 'required', message: 'is missing' }],
  })
}

/** Reads `If-Match`. Throws INVALID_INPUT unless it is one strong etag (RFC 9110 §8.8.3.2). */
export function wantedEtag(request: Request): { expectedEtag?: string } {
  const header = request.headers.get('if-match')?.trim()
  if (header === undefined) return {}
  const [, etag] = /^"([^"]*)"$/.exec(header) ?? []
  if (etag === undefined) throw wrong('/if-match', 'If-Match must be one etag in quotes.')
  return { expectedEtag: etag }
}

/** Tells whether `If-None-Match` is `*`, which asks for a new file. Throws INVALID_INPUT for an etag. */
export function wantsNewFile(request: Request): boolean {
  const header = request.headers.get('if-none-match')?.trim()
  if (header !== undefined && header !== '*') throw wrong('/if-none-match', 'If-None-Match must be “*”.')
  return header === '*'
}

type ListQuery = {
  prefix: string
  recursive: boolean
  limit?: number
  offset?: number
  extensions?: string[]
}

export function listQuery(request: Request): ListQuery {
  const query = new URL(request.url).searchParams
  const extensions = query.getAll('extension')
  return {
    prefix: query.get('prefix') ?? '',
    recursive: query.get('recursive') === 'true',
    ...(extensions.length > 0 && { extensions }),
    ...(query.has('limit') && { limit: parseNumber(query, 'limit', 1) }),
    ...(query.has('offset') && { offset: parseNumber(query, 'offset', 0) }),
  }
}

export function findQuery(request: Request): { name: string; limit?: number } {
  const query = new URL(request.url).searchParams
  return {
    name: query.get('name') ?? '',
    ...(query.has('limit') && { limit: parseNumber(query, 'limit', 1) }),
  }
}

export function importQuery(request: Request): {
  prefix: string
  collisionStrategy?: CollisionStrategy
} {
  const query = new URL(request.url).searchParams
  const strategyName = query.get('collisionStrategy')
  const collisionStrategy = COLLISION_STRATEGIES.find((strategy) => strategy === strategyName)
  if (strategyName !== null && !collisionStrategy)
    throw wrong('/collisionStrategy', `collisionStrategy must be one of ${COLLISION_STRATEGIES.join(', ')}.`)
  return { prefix: query.get('prefix') ?? '', ...(collisionStrategy && { collisionStrategy }) }
}

function parseNumber(query: URLSearchParams, name: string, least: number): number {
  const number = Number(query.get(name))
  if (Number.isSafeInteger(number) && number >= least) return number
  throw wrong(`/${name}`, `${name} must be a whole number, ${least} or more.`)
}

function wrong(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path, keyword: 'format', message }] })
}
