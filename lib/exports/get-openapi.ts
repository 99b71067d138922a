/** The OpenAPI document of the skills that somebody asks for. Floor 4. */
import { openSkill } from '../agents/open-skill.ts'
import type { Context } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { GUILDHALL_VERSION } from '../contract/version/runtime-version.ts'
import { listEntries } from '../db/skill-names.ts'
import { chosenSkills } from '../mcp/chosen-skills.ts'
import { openApi } from './openapi.ts'

/** A document of more is for nobody to read; `?skills=` names others. */
const MOST = 200

/**
 * Of the skills named ("a.b.c,d.e.f"), else of the public ones by name. Throws INVALID_INPUT for what is no list of
 * names, and NOT_FOUND for a skill that is not there or not this caller's to see.
 */
export async function getOpenApi(
  ctx: Context,
  { skills: asked, origin }: { skills: string | null; origin: string },
): Promise<JsonObject> {
  const chosen = chosenSkills(asked)
  const names =
    chosen.length > 0 ? chosen : (await listEntries(ctx.db, { limit: MOST })).map(({ name }) => name)
  const skills = []
  // One after the other: this is asked seldom, and must not take every connection there is.
  for (const name of names) skills.push(await openSkill(ctx, { name }))
  return openApi({ skills, origin, version: GUILDHALL_VERSION })
}
