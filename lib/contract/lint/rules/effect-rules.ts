/** Lint: what a skill does to the world, and when it works. Ground. Source: "Tool Input/Output Schema Conventions" 6. */
import { isObject } from '../../json/json.ts'
import type { LintRule } from '../finding.ts'
import { type LintedSkill, permissionsOf } from '../linted-skill.ts'
import { isWriteLike, mayWrite } from './write-rule.ts'

const SOURCE = 'Tool Input/Output Schema Conventions 6'

export const riskLevel: LintRule = {
  id: 'risk-level',
  title: 'Declare the risk',
  why: 'People and policies decide by it what may run without being asked again.',
  source: SOURCE,
  check(skill) {
    if (skill.skill.riskLevel !== undefined) return []
    const level = permissionsOf(skill, 'tools').includes('commands.run')
      ? 'commands'
      : mayWrite(skill)
        ? 'writes'
        : 'read-only'
    const path = `${skill.pointer}/riskLevel`
    const sentence = 'It does not say how much it may change.'
    if (level === 'read-only' && isWriteLike(skill)) {
      return [
        {
          pointer: path,
          sentence,
          judgement: 'By its name it writes: say “writes”, or “read-only” if it does not.',
        },
      ]
    }
    const title = `Declare “${level}”`
    return [{ pointer: path, sentence, fix: { title, edits: [{ op: 'add', path, value: level }] } }]
  },
}

export const sideEffects: LintRule = {
  id: 'side-effects',
  title: 'Declare the side effects',
  why: 'An empty list says that nothing stays behind after a run; an absent one says nothing.',
  source: SOURCE,
  check(skill) {
    const { sideEffects: declared, riskLevel: risk } = skill.skill
    const path = `${skill.pointer}/sideEffects`
    const isSilent = declared === undefined
    const isNone = Array.isArray(declared) && declared.length === 0
    if (isWriteLike(skill)) {
      if (!isSilent && !isNone) return []
      const judgement = 'Name what stays behind after a run, a sentence each.'
      return [{ pointer: path, sentence: 'It changes something, and does not say what.', judgement }]
    }
    if (!isSilent) return []
    const sentence = 'It does not say whether it has side effects.'
    if (risk !== 'read-only' && hasReach(skill)) {
      return [
        {
          pointer: path,
          sentence,
          judgement: 'It can reach something outside: name what it changes there, or declare it read-only.',
        },
      ]
    }
    return [
      { pointer: path, sentence, fix: { title: 'Declare none', edits: [{ op: 'add', path, value: [] }] } },
    ]
  },
}

const ALWAYS = 'Always. It needs nothing from outside.'

export const availability: LintRule = {
  id: 'availability',
  title: 'Declare when it works',
  why: 'An agent that knows what has to be there does not try in vain.',
  source: SOURCE,
  check(skill) {
    if (skill.skill.availability !== undefined) return []
    const path = `${skill.pointer}/availability`
    const sentence = 'It does not say when it can be used.'
    if (hasReach(skill) || needsConfig(skill)) {
      const judgement = 'Say what has to be there: a host, a key, an open note.'
      return [{ pointer: path, sentence, judgement }]
    }
    return [
      {
        pointer: path,
        sentence,
        fix: { title: 'Say “always”', edits: [{ op: 'add', path, value: ALWAYS }] },
      },
    ]
  },
}

/** True when anything outside the sandbox is open to it. */
function hasReach(skill: LintedSkill): boolean {
  return ['network', 'secrets', 'tools', 'vault', 'skills'].some(
    (kind) => permissionsOf(skill, kind).length > 0,
  )
}

function needsConfig({ document }: LintedSkill): boolean {
  const { configDefinitions: definitions, requiredIntegrationProviders: providers } = document
  const required =
    Array.isArray(definitions) && definitions.some((each) => isObject(each) && each.required === true)
  return required || (Array.isArray(providers) && providers.length > 0)
}
