'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { toast } from 'sonner'
import { paths } from '#lib/contract/market/paths.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'

export type CreatePlan = (plan: { title: string; text: string }) => Promise<ActionResult<{ slug: string }>>
type Read = () => Promise<ActionResult<{ title: string; text: string }>>

/** Makes a plan of one's own of a template, and opens it. `copied` is the template that is on its way. */
export function useTemplateCopy(create: CreatePlan) {
  const router = useRouter()
  const [slug, setSlug] = useState<string>()
  const [isPending, start] = useTransition()

  const copy = (template: string, read: Read) => {
    setSlug(template)
    start(async () => {
      const found = await read()
      const made = found.ok ? await create({ title: found.data.title, text: found.data.text }) : found
      if (made.ok) router.push(paths.plan(made.data.slug))
      else toast.error(made.error.message)
    })
  }
  return { copy, copied: isPending ? slug : undefined }
}
