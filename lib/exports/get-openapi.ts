/** The OpenAPI document of the skills that somebody asks for. Floor 4. */
import { type OpenedSkill, openSkill } from '../agents/open-skill.ts'
import type { Context } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { isCallableName } from '../contract/market/skill-name.ts'
import { GUILDHALL_VERSION } from '../contract/version/runtime-version.ts'
import { listEntries } from '../db/skill-names.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { quoteCalls } from '../execution/quote-run.ts'
import { chosenSkills } from '../mcp/chosen-skills.ts'
import { openApi } from './openapi.ts'

/** A document of more is for nobody to read; `?skills=` names others, and `?after=` goes on with the next. */
const MOST = 200

/**
 * Of the skills named ("a.b.c,d.e.f"), else of the public ones by name, from the one that follows `after`. Throws INVALID_INPUT for what is no list of
 * names, and NOT_FOUND for a skill that is not there or not this caller's to see.
 */
export async function getOpenApi(
  ctx: Context,
  { skills: asked, after, origin }: { skills: string | null; after: string | null; origin: string },
): Promise<JsonObject> {
  const chosen = chosenSkills(asked)
  const listed = chosen.length > 0 ? chosen : await listNames(ctx, after)
  const names = listed.slice(0, Math.max(MOST, chosen.length))
  const next = listed.length > names.length ? names.at(-1) : undefined
  const skills = []
  // One after the other: this is asked seldom, and must not take every connection there is.
  for (const name of names) {
    const skill = chosen.length > 0 ? await openSkill(ctx, { name }) : await openIfThere(ctx, name)
    if (skill) skills.push({ ...skill, calls: await quoteCalls(ctx, skill) })
  }
  return openApi({ skills, origin, version: GUILDHALL_VERSION, next })
}

/** Nobody asked for it by name: it may be gone since it was listed, or be none that this key may call. */
async function openIfThere(ctx: Context, name: string): Promise<OpenedSkill | undefined> {
  try {
    return await openSkill(ctx, { name })
  } catch (thrown) {
    if (thrown instanceof AppError && ABSENT.includes(thrown.code)) return undefined
    throw thrown
  }
}

const ABSENT: readonly ErrorCode[] = ['NOT_FOUND', 'POLICY_DENIED']

/** One more than a document holds, so that it can say that there are more. */
async function listNames(ctx: Context, after: string | null): Promise<string[]> {
  if (after !== null && !isCallableName(after))
    throw new AppError('INVALID_INPUT', { message: '?after= names the last skill of the document before.' })
  const entries = await listEntries(ctx.db, { limit: MOST + 1, ...(after !== null && { after }) })
  return entries.map(({ name }) => name)
}
