import { isObject, type Json, type JsonObject } from '../../../kernel/json/json.ts'
import { isChoicesHelper } from '../../document/choices-helper.ts'
import type { LintAdvice, LintedSkill, LintRule } from '../model/linted-skill.ts'

export const choicesHelpers: LintRule = {
  id: 'choices-helper',
  title: 'Let x-choices name a free, read-only skill of the SkillSet',
  reason:
    'Otherwise the form cannot call it while it is filled in, and people type the value without options.',
  source: 'Guildhall, docs/guide/contracts.md',
  check: (skill) =>
    skill.input.parts.flatMap((part) =>
      part.fields.flatMap(({ name, schema, pointer }): LintAdvice[] => {
        const slug = schema['x-choices']
        const problem = slug === undefined ? undefined : helperProblem(skill, slug)
        if (!problem) return []
        return [
          {
            pointer: `${pointer}/x-choices`,
            sentence: `The options of “${name}” ${problem}.`,
            judgement: FIX,
          },
        ]
      }),
    ),
}

const FIX =
  'Name the slug of a skill that returns {"options": […]}, whose riskLevel is read-only and which is free.'

function helperProblem({ document, skill }: LintedSkill, slug: Json): string | undefined {
  const skills = Array.isArray(document.skills) ? document.skills.filter(isObject) : []
  const helper = skills.find((each) => each.slug === slug)
  if (!helper) return `come from ${JSON.stringify(slug)}, which is not a skill of this SkillSet`
  if (helper.slug === skill.slug) return 'come from the skill itself'
  if (!isChoicesHelper(helper as JsonObject))
    return `come from “${String(slug)}”, which is not free and read-only`
  const { response } = helper
  const fields = isObject(response) && isObject(response.properties) ? response.properties : response
  return isObject(fields) && isObject(fields.options)
    ? undefined
    : `come from “${String(slug)}”, which returns no “options”`
}
