import { createHash } from 'node:crypto'
import type { Context } from '../../context/context.ts'
import { GUILDHALL_VERSION } from '../../contracts/versions/runtime-version.ts'
import { AppError, type ErrorCode } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { isCallableName } from '../../kernel/names/skill-name.ts'
import { catalogDigest, listCatalogNames } from '../../publishing/rows/skill-names.ts'
import { quoteCalls } from '../../runs/prepare/quote-run.ts'
import { parseSkillSelection } from '../mcp/select-tools.ts'
import { type OpenedSkill, openSkill } from '../skills-protocol/open-skill.ts'
import { buildOpenApiDocument } from './openapi-document.ts'

/** Which skills to describe: `?skills=` selects some, `?after=` continues after a page. */
const MAX_SKILLS_PER_DOCUMENT = 200

type Wanted = { skills: string | null; after: string | null; origin: string }
type OpenApiText = { text: string; etag: string }

/** For visitors: all public skills, at one state of the catalogue. */
let latest: { key: string; built: Promise<OpenApiText> } | undefined

/**
 * Returns the document with its ETag. Visitors share that of the first public skills until the catalogue changes.
 * Throws like `getOpenApiDocument`.
 */
export async function getOpenApiText(ctx: Context, wanted: Wanted): Promise<OpenApiText> {
  const build = async () => {
    const text = JSON.stringify(await getOpenApiDocument(ctx, wanted))
    return { text, etag: `W/"${createHash('sha256').update(text).digest('base64url')}"` }
  }
  // Callers choose the other documents, and could fill any cache with them.
  if (ctx.viewer || wanted.skills !== null || wanted.after !== null) return build()
  const key = `${wanted.origin} ${await catalogDigest(ctx.db)}`
  if (latest?.key === key) return latest.built
  const built = build()
  latest = { key, built }
  built.catch(() => {
    if (latest?.built === built) latest = undefined
  })
  return built
}

/**
 * Describes the named skills ("a.b.c,d.e.f"), else public ones by name after `after`. Throws INVALID_INPUT for an
 * invalid list, and NOT_FOUND for an unknown or inaccessible skill.
 */
export async function getOpenApiDocument(
  ctx: Context,
  { skills: asked, after, origin }: Wanted,
): Promise<JsonObject> {
  const chosen = parseSkillSelection(asked)
  const listed = chosen.length > 0 ? chosen : await listNames(ctx, after)
  const names = listed.slice(0, Math.max(MAX_SKILLS_PER_DOCUMENT, chosen.length))
  const next = listed.length > names.length ? names.at(-1) : undefined
  const skills = []
  // One after the other: a rare request must not use every connection of the pool.
  for (const name of names) {
    const skill = chosen.length > 0 ? await openSkill(ctx, { name }) : await openIfThere(ctx, name)
    if (skill) skills.push({ ...skill, calls: await quoteCalls(ctx, skill) })
  }
  return buildOpenApiDocument({ skills, origin, version: GUILDHALL_VERSION, next })
}

/** Returns undefined for a skill that does not exist or that the key may not use. */
async function openIfThere(ctx: Context, name: string): Promise<OpenedSkill | undefined> {
  try {
    return await openSkill(ctx, { name })
  } catch (thrown) {
    if (thrown instanceof AppError && ABSENT.includes(thrown.code)) return undefined
    throw thrown
  }
}

const ABSENT: readonly ErrorCode[] = ['NOT_FOUND', 'POLICY_DENIED']

async function listNames(ctx: Context, after: string | null): Promise<string[]> {
  if (after !== null && !isCallableName(after))
    throw new AppError('INVALID_INPUT', {
      message: '?after= must name the last skill of the previous document.',
    })
  const entries = await listCatalogNames(ctx.db, {
    limit: MAX_SKILLS_PER_DOCUMENT + 1,
    ...(after !== null && { after }),
  })
  return entries.map(({ name }) => name)
}
