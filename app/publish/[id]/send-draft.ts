import type { SentDraft } from '#components/studio/studio-data.ts'
import { AppError } from '#lib/errors.ts'
import type { DraftPage } from '#lib/studio/get-draft.ts'

/** A draft as it travels: its document as text. Throws NOT_FOUND when it was thrown away. */
export function sendDraft({ draft, slug }: DraftPage): SentDraft {
  if (!draft) throw new AppError('NOT_FOUND', { message: 'This draft was deleted meanwhile.' })
  const { document, ...rest } = draft
  return { ...rest, slug, text: JSON.stringify(document) }
}
