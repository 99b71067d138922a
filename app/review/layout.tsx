import type { ReactNode } from 'react'
import { AdminArea } from '#components/admin/admin-area.tsx'
import { countWaiting } from '#lib/admin/count-waiting.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'

/**
 * The frame of a submission, with the navigation of admins only for admins, because publishers read submissions, too.
 */
export default async function SubmissionLayout({ children }: { children: ReactNode }) {
  const ctx = await contextFromCookie()
  if (ctx.viewer?.role !== 'ADMIN') return children
  return (
    <AdminArea isWide waiting={await countWaiting(ctx)}>
      {children}
    </AdminArea>
  )
}
