import type { LintRule } from '../model/linted-skill.ts'

/** Other languages have other words, so only prompts that read as English are judged. */
const ENGLISH = /\b(?:the|a|an|and|of|to|in|is|with)\b/i
const STATES_WHEN = /\b(?:when|whenever|if|before|after|to|for|use(?:d|s|ful)?|call|run|choose)\b/i
const MIN_DISTINCT = 4

export const promptStatesWhen: LintRule = {
  id: 'prompt-states-when',
  title: 'State in the prompt when to use the skill',
  reason:
    'Models choose a skill by its prompt. They need to know when to use it, what it takes and what it returns.',
  source: 'SkillSet Document Specification, prompt',
  check({ skill, pointer }) {
    const { prompt } = skill
    if (typeof prompt !== 'string' || prompt.trim() === '') return []
    const distinct = new Set(prompt.toLowerCase().match(/\p{L}{2,}/gu) ?? [])
    const isFine = distinct.size >= MIN_DISTINCT && (STATES_WHEN.test(prompt) || !ENGLISH.test(prompt))
    if (isFine) return []
    return [
      {
        pointer: `${pointer}/prompt`,
        sentence: 'The prompt does not state when to use the skill.',
        judgement: 'Write “Use it when …”, then what it takes, what it returns and what to watch out for.',
      },
    ]
  },
}

const DETAILS = /\$\{\$|\$(?:steps|vars|item|index)\b|\bJSON-?RPC\b/i

export const plainPrompt: LintRule = {
  id: 'prompt-in-plain-words',
  title: 'Write the prompt without the syntax of plans and protocols',
  reason:
    'A prompt is read in every channel. References of plans and names of protocols only have a meaning in one of them.',
  source: 'Tool Input/Output Schema Conventions 5',
  check({ skill, pointer }) {
    const { prompt } = skill
    const found = typeof prompt === 'string' ? DETAILS.exec(prompt)?.[0] : undefined
    if (found === undefined) return []
    const sentence = `The prompt contains “${found}”.`
    return [{ pointer: `${pointer}/prompt`, sentence, judgement: 'Describe the value in plain words.' }]
  },
}
