import { findForeignPatterns } from '../../../json-schema/parse/find-foreign-patterns.ts'
import { toPointer } from '../../../kernel/json/json-pointer.ts'
import type { LintAdvice, LintRule } from '../model/linted-skill.ts'

export const ecmaPatterns: LintRule = {
  id: 'ecma-patterns',
  title: 'Write patterns in the syntax of ECMA-262',
  reason:
    'JSON Schema reads patterns as JavaScript does. Syntax of other languages compiles there, but often refuses every right value.',
  source: 'JSON Schema Core 2020-12, 6.4',
  check: ({ input, output }) =>
    [input, output].flatMap(({ authored, pointer: at }) =>
      findForeignPatterns(authored).map(({ pointer, isName, found, translated }): LintAdvice => {
        const sentence = found.map((each) => each.sentence).join(' ')
        const where = at + pointer
        if (translated === undefined) {
          const judgement = 'Write what you mean in the syntax of ECMA-262, or check the value in the code.'
          return { pointer: where, sentence, judgement }
        }
        const to = `${where.slice(0, where.lastIndexOf('/'))}${toPointer([translated])}`
        return {
          pointer: where,
          sentence,
          fix: {
            title: `Use ${translated}`,
            edits: [
              isName
                ? { op: 'move', from: where, path: to }
                : { op: 'replace', path: where, value: translated },
            ],
          },
        }
      }),
    ),
}
