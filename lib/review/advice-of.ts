/** What lint says of a submission, skill by skill. Floor 3, pure. */
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import { lint } from '../contract/lint/lint.ts'
import type { AdviceView } from './views.ts'

/** Only skills of which there is something to say. Pointers are those of the skill. */
export function adviceOf(document: SkillSetDocument): AdviceView[] {
  const findings = lint(document as unknown as Json)
  return document.skills.flatMap(({ slug, name }, index): AdviceView[] => {
    const place = `/skills/${index}/`
    const own = findings.filter(({ pointer }) => pointer.startsWith(place))
    if (own.length === 0) return []
    const shown = own.map(({ rule, pointer, sentence, why, fix }) => ({
      ...{ rule, sentence, why },
      pointer: pointer.slice(place.length - 1),
      hasFix: fix !== undefined,
    }))
    return [{ skillSlug: slug, skillName: name, findings: shown }]
  })
}
