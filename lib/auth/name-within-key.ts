import { type Context, isLimitedKey, isWithinKey, requireSkillSet } from '../context/context.ts'
import { findCurrentSkillName } from '../publishing/rows/former-names.ts'

/** Returns null if the key may not use the skill. A key's limits list current names, so a former name is translated. */
async function findNameWithinKey(
  ctx: Pick<Context, 'db' | 'keyGrant'>,
  skillName: string,
): Promise<string | null> {
  if (!isLimitedKey(ctx) || isWithinKey(ctx, scopeOf(skillName))) return skillName
  const current = await findCurrentSkillName(ctx.db, skillName)
  return isWithinKey(ctx, scopeOf(current)) ? current : null
}

/** Returns the skill's name as the key's limits list it. Throws POLICY_DENIED, with the name that the caller used. */
export async function requireNameWithinKey(
  ctx: Pick<Context, 'db' | 'keyGrant'>,
  skillName: string,
): Promise<string> {
  const found = await findNameWithinKey(ctx, skillName)
  if (found !== null) return found
  const { skillSet, skill } = scopeOf(skillName)
  requireSkillSet(ctx, skillSet, skill)
  return skillName
}

function scopeOf(skillName: string) {
  return { skillSet: skillName.slice(0, skillName.lastIndexOf('.')), skill: skillName }
}
