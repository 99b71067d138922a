/**
 * The API of an MCP registry (v0.1 of the official one), so that an organisation can allow this site's servers in its
 * clients: the site as a whole, and each public SkillSet with its skills as tools.
 */
import { listToolSkillSets, type ToolSkillSet } from '../../catalog/rows/tool-skill-sets.ts'
import type { Context } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { MAX_CHOSEN_SKILLS } from './select-tools.ts'

const SERVER_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'
const OFFICIAL = 'io.modelcontextprotocol.registry/official'

export const SERVER_INFO = { name: 'guildhall', title: 'Guildhall', version: '1.0.0' }

const DESCRIPTION = 'A marketplace of skills with binding contracts: find, check and run them.'
const DEFAULT_LIMIT = 30
const MAX_LIMIT = 100
const MAX_DESCRIPTION_CHARS = 100

/** Returns a page of servers, the site first. Throws INVALID_INPUT for invalid parameters. */
export async function listServers(ctx: Context, query: URLSearchParams, origin: string): Promise<JsonObject> {
  const { limit, after, search, version, since } = readQuery(query)
  const isLatest = version === undefined || version === 'latest'
  const found = await listToolSkillSets(
    ctx.db,
    {
      ...(search && { search }),
      ...(!isLatest && { versionNumber: version }),
      ...(since && { publishedSince: since }),
    },
    { ...(after !== undefined && { after }), take: limit + 1 },
  )
  const site = siteServer(origin)
  const isSiteListed =
    after === undefined &&
    site.name.toLowerCase().includes(search.toLowerCase()) &&
    (isLatest || version === SERVER_INFO.version) &&
    !since
  const page = found.slice(0, isSiteListed ? limit - 1 : limit)
  const last = page.at(-1)
  const hasMore = found.length > page.length
  const servers = page.map((skillSet) => toEntry(skillSetServer(skillSet, origin), skillSet))
  return {
    servers: [...(isSiteListed ? [toEntry(site)] : []), ...servers],
    metadata: {
      count: servers.length + (isSiteListed ? 1 : 0),
      ...(hasMore && { nextCursor: last?.id ?? START }),
    },
  }
}

/** The cursor after the site, if a page has no room for a SkillSet. It precedes all ids. */
const START = '0'

/**
 * Returns the server with its only version: an address always runs the current one. Throws NOT_FOUND for another version
 * or name.
 */
export async function getServer(
  ctx: Context,
  { name, version, origin }: { name: string; version: string; origin: string },
): Promise<JsonObject> {
  const entry = await findServer(ctx, name, origin)
  const { version: current } = entry.server as { version: string }
  if (version !== 'latest' && version !== current) throw notFound(`${name} ${version}`)
  return entry
}

export async function listServerVersions(ctx: Context, name: string, origin: string): Promise<JsonObject> {
  return { servers: [await findServer(ctx, name, origin)], metadata: { count: 1 } }
}

/** Returns what a client can know before it connects (SEP-2127). */
export function serverCard(origin: string): JsonObject {
  return { ...siteServer(origin), $schema: CARD_SCHEMA }
}

/** `sent` is a segment of an address, in which proxies may leave the slash of the name encoded. */
async function findServer(ctx: Context, sent: string, origin: string): Promise<JsonObject> {
  const name = sent.replace(/%2f/i, '/')
  const site = siteServer(origin)
  if (name === site.name) return toEntry(site)
  const prefix = `${namespaceOf(origin)}/`
  const [publisher, slug, ...more] = name.startsWith(prefix) ? name.slice(prefix.length).split('.') : []
  const isName = publisher && slug && more.length === 0 && isStorable(name)
  const [found] = isName ? await listToolSkillSets(ctx.db, { publisher, slug }, { take: 1 }) : []
  if (!found) throw notFound(name)
  return toEntry(skillSetServer(found, origin), found)
}

function notFound(name: string): AppError {
  return new AppError('NOT_FOUND', { message: `There is no server “${name.slice(0, 200)}”.` })
}

type ServerEntry = JsonObject & { name: string }

function siteServer(origin: string): ServerEntry {
  const { name, title, version } = SERVER_INFO
  return {
    $schema: SERVER_SCHEMA,
    name: `${namespaceOf(origin)}/${name}`,
    title,
    description: DESCRIPTION,
    version,
    websiteUrl: origin,
    remotes: [remote(`${origin}/mcp`)],
  }
}

function skillSetServer({ slug, name, publisher, entries }: ToolSkillSet, origin: string): ServerEntry {
  const skills = entries.slice(0, MAX_CHOSEN_SKILLS).map((entry) => entry.name)
  return {
    $schema: SERVER_SCHEMA,
    name: `${namespaceOf(origin)}/${publisher.handle}.${slug}`,
    title: name.slice(0, MAX_DESCRIPTION_CHARS),
    description: shorten(entries.map(({ title }) => title).join(', ')),
    version: entries[0]!.versionNumber,
    websiteUrl: `${origin}/${publisher.handle}/${slug}`,
    remotes: [remote(`${origin}/mcp?skills=${skills.join(',')}`)],
  }
}

/** A client signs in by OAuth, or sends a key. */
function remote(url: string): JsonObject {
  const authorization = {
    name: 'Authorization',
    description: 'Bearer and an API key. Without it, the client signs in by OAuth.',
    isRequired: false,
    isSecret: true,
  }
  return { type: 'streamable-http', url, headers: [authorization] }
}

/** Returns the reversed host of the site: "com.example" for https://example.com:8443. */
function namespaceOf(origin: string): string {
  const { hostname } = new URL(origin)
  return hostname
    .split('.')
    .reverse()
    .join('.')
    .replace(/[^a-zA-Z0-9.-]/g, '-')
}

function shorten(text: string): string {
  return text.length <= MAX_DESCRIPTION_CHARS ? text : `${text.slice(0, MAX_DESCRIPTION_CHARS - 1)}…`
}

function toEntry(server: JsonObject, skillSet?: ToolSkillSet): JsonObject {
  const published = skillSet?.entries[0]?.publishedAt
  const dates = published && { publishedAt: published.toISOString(), updatedAt: published.toISOString() }
  return { server, _meta: { [OFFICIAL]: { status: 'active', isLatest: true, ...dates } } }
}

function readQuery(query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw invalid('limit', `must be a whole number from 1 to ${MAX_LIMIT}`)
  const after = query.get('cursor') ?? undefined
  if (after !== undefined && !/^(0|[0-9a-f-]{36})$/.test(after))
    throw invalid('cursor', 'must be the nextCursor of an earlier page')
  const search = query.get('search') ?? ''
  const version = query.get('version') ?? undefined
  if (!isStorable(`${search}${version}`)) throw invalid('search', 'has characters that cannot be stored')
  const updatedSince = query.get('updated_since')
  const since = updatedSince === null ? undefined : new Date(updatedSince)
  if (since && Number.isNaN(since.getTime()))
    throw invalid('updated_since', 'must be a date and time (RFC 3339)')
  return { limit, after, search: search.slice(0, 200), version, since }
}

function invalid(name: string, problem: string): AppError {
  return new AppError('INVALID_INPUT', { message: `“${name}” ${problem}.` })
}
