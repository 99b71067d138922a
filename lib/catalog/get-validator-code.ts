import { findToolSkill } from '../builtin-tools/tool-skill.ts'
import type { Context } from '../context/context.ts'
import { AppError } from '../errors.ts'
import { validatorCode, validatorHash } from '../json-schema/precompile/validator-code.ts'
import { parseSkillName } from '../name-rules/skill-name.ts'
import { getSkillPage, getToolPage } from './get-skill-page.ts'

/**
 * Returns the compiled input contract of a skill as an ES module. Throws NOT_FOUND if the caller may not see the
 * skill, its contract cannot be compiled, or `hash` belongs to another contract.
 */
export async function getValidatorCode(
  ctx: Context,
  name: string,
  { version, hash }: { version?: string; hash: string },
): Promise<string> {
  const parameters = await getParameters(ctx, name, version)
  const code = parameters && validatorHash(parameters) === hash ? validatorCode(parameters) : undefined
  if (code === undefined) throw new AppError('NOT_FOUND')
  return code
}

async function getParameters(ctx: Context, name: string, version: string | undefined) {
  if (findToolSkill(name)) return (await getToolPage(ctx, name)).skill.parameters
  const ref = parseSkillName(name)
  if (!ref) throw new AppError('NOT_FOUND')
  const { publisher, skillSet: skillset, skill } = ref
  return (await getSkillPage(ctx, { publisher, skillset, skill, version })).skill.parameters
}
