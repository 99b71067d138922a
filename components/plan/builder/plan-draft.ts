'use client'

/** The open plan as a draft: edits at once, saves soon after, loses nothing. Kept as the studio keeps a SkillSet. */
import { isObject, type Json } from '#lib/contract/json/json.ts'
import type { SavedPlanView } from '#lib/plans/saved-plans.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { browserStorage } from '../../studio/browser-storage.ts'
import { draftMemory } from '../../studio/draft-memory.ts'
import { type DraftStore, openDraft } from '../../studio/draft-store.ts'

export type SavePlan = (plan: {
  slug: string
  title: string
  text: string
  revision: number
}) => Promise<ActionResult<{ revision: number; savedAtMs: number }>>

export type LoadPlan = (slug: string) => Promise<ActionResult<SavedPlanView>>

/** What is kept of a plan while it is written: its name, and the document. */
export type PlanDraft = { title: string; plan: Json }

// A plan is checked where it is shown, not where it is saved.
const UNJUDGED = { issues: [], marks: {} }

export function openPlanDraft(
  saved: SavedPlanView,
  doors: { save: SavePlan; load: LoadPlan; viewerId: string },
): DraftStore {
  const { slug, revision, savedAtMs, savedBy } = saved
  const page = { ...UNJUDGED, slug, revision, savedAtMs, savedBy, document: JSON.parse(draftText(saved)) }
  const memory = draftMemory(`guildhall-plan:${doors.viewerId}:${saved.id}`, {
    typed: browserStorage('localStorage'),
    saved: browserStorage('sessionStorage'),
  })
  return openDraft(page, {
    memory,
    now: Date.now,
    async save(text, revision) {
      const { title, plan } = draftOf(JSON.parse(text))
      const answer = await doors.save({
        slug,
        title: title.trim() || 'Untitled plan',
        text: JSON.stringify(plan),
        revision,
      })
      return answer.ok ? { ok: true, data: { ...UNJUDGED, slug, ...answer.data } } : answer
    },
    async load() {
      const answer = await doors.load(slug)
      if (!answer.ok) return answer
      const { text: _, title: __, id: ___, ...head } = answer.data
      return { ok: true, data: { ...UNJUDGED, ...head, text: draftText(answer.data) } }
    },
  })
}

export function draftOf(document: Json): PlanDraft {
  const { title, plan } = isObject(document) ? document : {}
  return { title: typeof title === 'string' ? title : '', plan: plan ?? {} }
}

function draftText({ title, text }: SavedPlanView): string {
  return `{"title":${JSON.stringify(title)},"plan":${text}}`
}
