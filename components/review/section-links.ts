/** The parts of the submission page, with what is worth a look in each. Pure. */
import type { SubmissionPage } from '#lib/review/views.ts'
import type { SectionLink } from './section-nav.tsx'

export function sectionLinks(page: SubmissionPage): SectionLink[] {
  const { baseNumber, changes, permissions, skills, hints, examples, comments, history } = page
  const adviceCount = page.advice.reduce((sum, { findings }) => sum + findings.length, 0)
  const isPointedAt = (section: string) => hints.some((hint) => hint.section === section)
  const link = (id: string, label: string, count?: number): SectionLink => ({
    id,
    label,
    ...(count !== undefined && { count }),
    isAlarming: isPointedAt(id),
  })
  const whatChanged = {
    ...link('changes', 'What changed', changes.length),
    isAlarming: page.size.breaking > 0,
  }
  return [
    ...(baseNumber ? [whatChanged] : []),
    link('permissions', 'Permissions', permissions.filter(({ mark }) => mark !== 'gone').length),
    link('code', 'Code', skills.filter(({ code }) => code.before !== code.after).length),
    link('examples', 'Examples', examples.length),
    link('schemas', 'Schemas'),
    link('words', 'Words'),
    link('checklist', 'Checklist'),
    link('advice', 'Advice', adviceCount),
    link('conversation', 'Conversation', comments.length),
    link('history', 'History', history.length),
  ]
}
