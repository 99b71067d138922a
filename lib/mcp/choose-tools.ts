/** Which skills are tools of their own here: those of `?skills=`, or of the saved `?toolset=`. Floor 4. */
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { offeredSkills, type Pin } from '../toolsets/offer-toolset.ts'
import { chosenSkills } from './chosen-skills.ts'

/** Throws INVALID_INPUT for what is neither, and for both; NOT_FOUND for a toolset that the organisation does not have. */
export async function chooseTools(
  ctx: Context,
  asked: URLSearchParams,
): Promise<{ skills: string[]; pins?: Map<string, Pin> }> {
  const toolset = asked.get('toolset')
  if (toolset === null) return { skills: chosenSkills(asked.get('skills')) }
  if (asked.has('skills'))
    throw new AppError('INVALID_INPUT', { message: 'Give ?toolset= or ?skills=, not both.' })
  const pins = await offeredSkills(ctx, toolset)
  return { skills: [...pins.keys()], pins }
}
