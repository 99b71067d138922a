/** Which skills a client wants as tools of their own: `?skills=a.b.c,d.e.f`. Floor 4, pure. */
import { isCallableName } from '../contract/market/skill-name.ts'
import { AppError } from '../errors.ts'

// Each tool costs the model's context: more than this is a catalogue, and there is list_skills for that.
const MAX_SKILLS = 50

/** Throws INVALID_INPUT for what is no list of skill names. */
export function chosenSkills(asked: string | null): string[] {
  const names = [...new Set((asked ?? '').split(',').filter(Boolean))]
  const wrong = names.find((name) => !isCallableName(name))
  if (wrong !== undefined)
    throw new AppError('INVALID_INPUT', {
      message: `?skills= lists skill names; “${wrong.slice(0, 100)}” is none.`,
    })
  if (names.length > MAX_SKILLS)
    throw new AppError('INVALID_INPUT', { message: `?skills= takes ${MAX_SKILLS} skills at most.` })
  return names
}
