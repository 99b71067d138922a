'use client'

import { isObject, type Json } from '#lib/kernel/json/json.ts'
import type { SavedPlanView } from '#lib/plans/saved/saved-plans.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { browserStorage } from '../../browser/browser-storage.ts'
import { createDraftMemory } from '../../drafts/draft-memory.ts'
import { DraftStore } from '../../drafts/draft-store.ts'

export type SavePlan = (plan: {
  slug: string
  title: string
  text: string
  revision: number
}) => Promise<ActionResult<{ revision: number; savedAtMs: number }>>

export type LoadPlan = (slug: string) => Promise<ActionResult<SavedPlanView>>

type PlanDraft = { title: string; plan: Json }

// Plans are checked in the browser, where they are shown.
const NOT_CHECKED = { issues: [], marks: {} }

export function openPlanDraft(
  saved: SavedPlanView,
  options: { save: SavePlan; load: LoadPlan; viewerId: string },
): DraftStore {
  const { slug, revision, savedAtMs, savedBy } = saved
  const page = { ...NOT_CHECKED, slug, revision, savedAtMs, savedBy, document: JSON.parse(draftText(saved)) }
  const memory = createDraftMemory(`guildhall-plan:${options.viewerId}:${saved.id}`, {
    typed: browserStorage('localStorage'),
    saved: browserStorage('sessionStorage'),
  })
  return new DraftStore(page, {
    memory,
    now: Date.now,
    async save(text, revision) {
      const { title, plan } = readPlanDraft(JSON.parse(text))
      const result = await options.save({
        slug,
        title: title.trim() || 'Untitled plan',
        text: JSON.stringify(plan),
        revision,
      })
      return result.ok ? { ok: true, data: { ...NOT_CHECKED, slug, ...result.data } } : result
    },
    async load() {
      const result = await options.load(slug)
      if (!result.ok) return result
      const { text: _, title: __, id: ___, canChange: ____, ...head } = result.data
      return { ok: true, data: { ...NOT_CHECKED, ...head, text: draftText(result.data) } }
    },
  })
}

export function readPlanDraft(document: Json): PlanDraft {
  const { title, plan } = isObject(document) ? document : {}
  return { title: typeof title === 'string' ? title : '', plan: plan ?? {} }
}

function draftText({ title, text }: SavedPlanView): string {
  return `{"title":${JSON.stringify(title)},"plan":${text}}`
}
