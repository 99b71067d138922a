/**
 * `list_skills`: the names of everything the caller may see, a page at a time. Floor 3.
 *
 * Public skills are the catalogue's rows; a key that may read adds what is private to its organisation. Pages go on
 * after a name, so skills that are published meanwhile move nothing.
 */
import type { Context } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { isCallableName } from '../contract/market/skill-name.ts'
import { latestStable } from '../contract/version/choose-version.ts'
import { documentOf } from '../db/published-document.ts'
import { type ListedEntry, listEntries, listOwnPrivate } from '../db/skill-names.ts'
import { AppError } from '../errors.ts'
import { BUILT_IN } from './built-in.ts'
import type { AgentTool } from './tool.ts'
import { LIST_SKILLS } from './tool-schemas.ts'

export const listSkills: AgentTool = {
  ...LIST_SKILLS,
  scope: 'read',
  isPublic: true,
  extras: {
    namespace: { minLength: 1, maxLength: 200 },
    limit: { minimum: 1, maximum: 200 },
    cursor: { maxLength: 400 },
  },
  async run(ctx: Context, params: JsonObject) {
    const { namespace, detail, limit, cursor } = params as {
      namespace?: string
      detail: 'names' | 'summary'
      limit: number
      cursor?: string
    }
    const after = cursor === undefined ? undefined : readCursor(cursor, namespace)
    const found = await listPage(ctx, { namespace, after, limit: limit + 1 })
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    return {
      skills: shown.map((entry) => (detail === 'summary' ? summary(entry) : nameOnly(entry))),
      next_cursor: last && found.length > limit ? writeCursor(last.name, namespace) : null,
    }
  },
}

type Page = { namespace?: string; after?: string; limit: number }

async function listPage({ db, viewer }: Context, page: Page): Promise<ListedEntry[]> {
  const own = viewer ? await listOwn(db, viewer.organisationId) : []
  const ahead = [...BUILT_IN.map(asEntry), ...own].filter(({ name }) => isOnPage(name, page))
  const replaced = new Set(ahead.map(({ name }) => name))
  const listed = await listEntries(db, { ...page, except: [...replaced] })
  return [...listed, ...ahead].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, page.limit)
}

/** What the organisation's SkillSets hold that the catalogue does not tell of: their latest version is private. */
async function listOwn(db: Context['db'], organisationId: string): Promise<ListedEntry[]> {
  const sets = await listOwnPrivate(db, organisationId)
  const listed = sets.map(async ({ prefix, versions }) => {
    const latest = latestStable(versions)
    if (latest?.visibility !== 'PRIVATE') return []
    const { skills = [] } = (await documentOf(db, latest.id)) ?? {}
    return skills.map(({ slug, description, kind = 'action' }) => ({
      name: `${prefix}.${slug}`,
      version: latest.number,
      description,
      kind,
    }))
  })
  return (await Promise.all(listed)).flat()
}

function isOnPage(name: string, { namespace, after }: Page): boolean {
  return (after === undefined || name > after) && (!namespace || isUnder(name, namespace))
}

function isUnder(name: string, namespace: string): boolean {
  return name === namespace || name.startsWith(`${namespace}.`)
}

function asEntry({ name, document, skill }: (typeof BUILT_IN)[number]): ListedEntry {
  return { name, version: document.version, description: skill.description, kind: skill.kind ?? 'action' }
}

function nameOnly({ name, version }: ListedEntry): JsonObject {
  return { name, version }
}

function summary({ name, version, description, kind }: ListedEntry): JsonObject {
  return { name, version, description, namespace: name.split('.').slice(0, -1).join('.'), kind }
}

/** Opaque, but no secret: a name and the namespace it was listed under. */
function writeCursor(name: string, namespace = ''): string {
  return Buffer.from(JSON.stringify([name, namespace])).toString('base64url')
}

/** Throws INVALID_INPUT for everything that `writeCursor` did not write for the same namespace. */
function readCursor(cursor: string, namespace = ''): string {
  const [name, listedUnder] = partsOf(cursor)
  const isOurs = isCallableName(name) && listedUnder === namespace
  if (isOurs && writeCursor(String(name), namespace) === cursor) return String(name)
  throw new AppError('INVALID_INPUT', {
    message: 'This cursor is from no page of this list.',
    issues: [{ path: '/cursor', message: 'is no cursor of this list', keyword: 'cursor' }],
    suggestedAction: 'Start again without a cursor.',
  })
}

function partsOf(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}
