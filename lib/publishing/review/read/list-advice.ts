import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { lint } from '../../../contracts/lint/lint.ts'
import type { Json } from '../../../kernel/json/json.ts'
import type { AdviceView } from '../review-views.ts'

/** Returns the findings of the linter for each skill that has any. Expensive: use a worker thread. */
export function listAdvice(document: SkillSetDocument): AdviceView[] {
  const findings = lint(document as Json)
  return document.skills.flatMap(({ slug, name }, index): AdviceView[] => {
    const prefix = `/skills/${index}/`
    const own = findings.filter(({ pointer }) => pointer.startsWith(prefix))
    if (own.length === 0) return []
    const views = own.map(({ rule, pointer, sentence, reason, fix }) => ({
      ...{ rule, sentence, reason },
      pointer: pointer.slice(prefix.length - 1),
      hasFix: fix !== undefined,
    }))
    return [{ skillSlug: slug, skillIndex: index, skillName: name, findings: views }]
  })
}
