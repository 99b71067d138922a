'use client'

import { isObject, type Json } from '#lib/kernel/json/json.ts'
import type { SavedPlanView } from '#lib/plans/saved/saved-plans.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { browserStorage } from '../../browser/browser-storage.ts'
import { draftMemory } from '../../drafts/draft-memory.ts'
import { DraftStore } from '../../drafts/draft-store.ts'

export type SavePlan = (plan: {
  slug: string
  title: string
  text: string
  revision: number
}) => Promise<ActionResult<{ revision: number; savedAtMs: number }>>

export type LoadPlan = (slug: string) => Promise<ActionResult<SavedPlanView>>

type PlanDraft = { title: string; plan: Json }

// Drafts are checked where they are shown.
const NOT_CHECKED = { issues: [], marks: {} }

export function openPlanDraft(
  saved: SavedPlanView,
  options: { save: SavePlan; load: LoadPlan; viewerId: string },
): DraftStore {
  const { slug, revision, savedAtMs, savedBy } = saved
  const page = { ...NOT_CHECKED, slug, revision, savedAtMs, savedBy, document: JSON.parse(draftText(saved)) }
  const memory = draftMemory(`guildhall-plan:${options.viewerId}:${saved.id}`, {
    typed: browserStorage('localStorage'),
    saved: browserStorage('sessionStorage'),
  })
  return new DraftStore(page, {
    memory,
    now: Date.now,
    async save(text, revision) {
      const { title, plan } = draftOf(JSON.parse(text))
      const answer = await options.save({
        slug,
        title: title.trim() || 'Untitled plan',
        text: JSON.stringify(plan),
        revision,
      })
      return answer.ok ? { ok: true, data: { ...NOT_CHECKED, slug, ...answer.data } } : answer
    },
    async load() {
      const answer = await options.load(slug)
      if (!answer.ok) return answer
      const { text: _, title: __, id: ___, canChange: ____, ...head } = answer.data
      return { ok: true, data: { ...NOT_CHECKED, ...head, text: draftText(answer.data) } }
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
