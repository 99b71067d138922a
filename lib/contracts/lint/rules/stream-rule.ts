import { type LintRule, MAX_SEARCHED_SOURCE_CHARS, sourceOf } from '../model/linted-skill.ts'

const EMITS = /\b(?:context|runtime)\s*\.\s*emit\s*\(/

export const declaredStream: LintRule = {
  id: 'declared-stream',
  title: 'Declare the stream that the code emits',
  reason: 'A part that no schema describes ends the run, and the caller gets nothing.',
  source: 'Execution 2',
  check(linted) {
    const { skill, pointer } = linted
    const emits = EMITS.test(sourceOf(linted).slice(0, MAX_SEARCHED_SOURCE_CHARS))
    if (!emits || skill.stream !== undefined) return []
    return [
      {
        pointer: `${pointer}/definition`,
        sentence: 'The code emits parts of its output, but the skill declares no stream.',
        judgement: 'Declare what a part is under Stream, or return the whole output only.',
      },
    ]
  },
}
