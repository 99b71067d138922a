'use client'

import { useRouter } from 'next/navigation'
import { toast } from 'sonner'
import { paths } from '#lib/contract/market/paths.ts'
import { Confirm } from '../ui/alert-dialog.tsx'
import { useStudio } from './studio-context.tsx'
import { wasPublished } from './was-published.ts'

type DeleteDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Throws the draft away, or the whole SkillSet when the draft is all there is. */
export function DeleteDialog({ isOpen, onOpenChange }: DeleteDialogProps) {
  const { data, store, actions } = useStudio()
  const router = useRouter()
  const isPublished = wasPublished(data)

  async function confirm(): Promise<string | undefined> {
    await store.flush()
    const answer = isPublished ? await actions.discard(store.get().revision) : await actions.deleteSkillSet()
    if (!answer.ok) return answer.error.message
    toast.success(isPublished ? 'The draft is gone.' : 'The SkillSet is gone.')
    router.push(paths.publish)
  }

  return (
    <Confirm
      open={isOpen}
      onOpenChange={onOpenChange}
      title={isPublished ? 'Discard this draft?' : 'Delete this SkillSet?'}
      what={
        isPublished
          ? 'Everything written since the last version is lost. What is published stays as it is.'
          : 'The draft, its examples and its test runs are lost. Download the JSON first if you may want it back.'
      }
      verb={isPublished ? 'Discard' : 'Delete'}
      onConfirm={confirm}
    />
  )
}
