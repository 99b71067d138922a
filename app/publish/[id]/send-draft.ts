import type { SentDraft } from '#components/publishing/studio/state/studio-data.ts'
import { AppError } from '#lib/kernel/errors.ts'
import type { DraftPage } from '#lib/publishing/drafts/get-draft.ts'

export function sendDraft({ draft, slug }: DraftPage): SentDraft {
  if (!draft) throw new AppError('NOT_FOUND', { message: 'This draft was deleted. Reload the page.' })
  const { document, ...rest } = draft
  return { ...rest, slug, text: JSON.stringify(document) }
}
